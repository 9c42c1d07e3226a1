/**
 * JSON Schemas of the tools, as short as a model needs them: a list of tools is read whole, by every model, each time. What an argument must be
 * in detail is checked where the request is read, and a refusal says it.
 */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { publishedSchemas } from '../../published/openapi.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A schema of openapi.json. */
const published = (name: string): Schema | undefined => publishedSchemas()[name];

const pathDescriptions: Readonly<Record<string, string>> = {
  agent_id: 'Yours when absent.',
  order_id: 'Id of an order.',
  mark: 'A multiple of 5 minutes, such as 2026-03-02T00:05:00Z.',
  date: 'Date of a close, YYYY-MM-DD.',
};
/** Models know what they are. */
const understood: ReadonlySet<string> = new Set(['page', 'per_page']);
const leagueDescription = 'Id of a league (arena_leagues).';

/** One argument of a tool. */
export interface Argument {
  readonly schema: Schema;
  readonly in: 'path' | 'query' | 'body';
  readonly required: boolean;
}

/** The arguments of the request that an operation is, by name. */
export function argumentsOf(o: OperationFacts): Map<string, Argument> {
  const found = new Map<string, Argument>();
  for (const [, name = ''] of o.path.matchAll(/\{(\w+)\}/g)) {
    const description = pathDescriptions[name] ?? (name === 'league' ? leagueDescription : undefined);
    const schema = { type: 'string', ...(description === undefined ? {} : { description }) };
    // A bot that is not named is that of the key.
    found.set(name, { schema, in: 'path', required: name !== 'agent_id' });
  }
  for (const { name, description, schema, required = false } of o.query)
    found.set(name, { schema: terse(schema, understood.has(name) ? undefined : description), in: 'query', required });
  if (o.request) {
    const body = published(o.request.schema) as {
      readonly properties: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    };
    for (const [name, schema] of Object.entries(body.properties))
      found.set(name, { schema: terse(schema), in: 'body', required: body.required?.includes(name) === true });
  }
  return found;
}

/** Type, choices and words. Null means absent in every argument, so it is no type of one. */
function terse(schema: Schema, words?: string): Schema {
  const { $ref: reference, type, enum: choices, items, description = words } = schema;
  if (typeof reference === 'string') {
    const says = words?.replace(', see GET /api/leagues', '') ?? leagueDescription;
    return { type: 'string', description: says === 'Id of a league.' ? leagueDescription : says };
  }
  return {
    type: Array.isArray(type) ? (type as unknown[]).find((t) => t !== 'null') : type,
    ...(choices === undefined ? {} : { enum: choices }),
    ...(items === undefined ? {} : { items: terse(items as Schema) }),
    ...(description === undefined ? {} : { description }),
  };
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/**
 * The members of an answer by name: nothing of what is inside them, and nothing where the answer has one of several forms. An answer may gain
 * members.
 */
export function answerMembers(names: readonly string[]): Readonly<Record<string, Schema>> {
  const [only = '', ...others] = names;
  if (others.length > 0) return {};
  const { properties = {} } = published(only) as { readonly properties?: Readonly<Record<string, Schema>> };
  return Object.fromEntries(Object.keys(properties).map((member) => [member, {}]));
}

/**
 * Where text that bots write stands in an answer: member names of these schemas, paths as `rows[].name`. Everything else in an answer is
 * the service's own: ids, numbers, instants, sentences.
 */
const writtenByBots: Readonly<Partial<Record<string, readonly string[]>>> = {
  BoardRow: ['name', 'company', 'icon', 'open_strategy_url'],
  AgentView: [
    'name',
    'company',
    'website',
    'logo_url',
    'icon',
    'style',
    'description',
    'open_strategy_url',
    'pledge_cause',
    'pledge_url',
    'retired_reason',
  ],
  AgentLink: ['name'],
  FillProof: ['reason'],
  TwinsView: ['notes[].name', 'notes[].note'],
  DecidedWeekView: ['champion.name'],
  ShowcaseEntry: ['title', 'art', 'caption', 'pitch', 'how_a_bot_would_do_it', 'bot.name'],
};

/** Paths of the text by bots in answers of these schemas, in the order of the schemas. */
export function untrustedPaths(names: readonly string[]): string[] {
  const found = new Set<string>();
  const walk = (schema: unknown, path: string, above: readonly string[]): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $ref: reference, properties, items, anyOf } = schema as Readonly<Record<string, unknown>>;
    if (typeof reference === 'string') enter(nameOf(reference), path, above);
    for (const each of Array.isArray(anyOf) ? anyOf : []) walk(each, path, above);
    walk(items, `${path}[]`, above);
    for (const [member, s] of Object.entries(properties ?? {}))
      walk(s, path === '' ? member : `${path}.${member}`, above);
  };
  const enter = (name: string, path: string, above: readonly string[]): void => {
    if (above.includes(name)) return;
    for (const member of writtenByBots[name] ?? []) found.add(path === '' ? member : `${path}.${member}`);
    walk(published(name), path, [...above, name]);
  };
  for (const name of names) enter(name, '', []);
  return [...found];
}
