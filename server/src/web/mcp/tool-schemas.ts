/** JSON Schemas of the tools: those of openapi.json, each made whole in itself, since a tool's schema has no document around it. */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { publishedSchemas } from '../../published/openapi.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A schema of openapi.json. */
const published = (name: string): Schema | undefined => publishedSchemas()[name];

const pathDescriptions: Readonly<Record<string, string>> = {
  agent_id: 'Id of the bot, agt_ and 16 characters.',
  order_id: 'Id of an order, ord_ and 16 characters.',
};

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
    const schema = { type: 'string', description: pathDescriptions[name] ?? name, maxLength: 40 };
    found.set(name, { schema, in: 'path', required: true });
  }
  for (const { name, description, schema, required = false } of o.query)
    found.set(name, { schema: { ...inlined(schema), description }, in: 'query', required });
  if (o.request) {
    const body = published(o.request.schema) as {
      readonly properties: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    };
    for (const [name, schema] of Object.entries(body.properties))
      found.set(name, {
        schema: withoutNull(inlined(schema)),
        in: 'body',
        required: body.required?.includes(name) === true,
      });
  }
  return found;
}

/** Models' own interfaces know no references in arguments; the only one there is stands for the ids of the leagues. */
function inlined(schema: Schema): Schema {
  const { $ref: reference, ...own } = schema;
  return typeof reference === 'string' ? { ...published(nameOf(reference)), ...own } : schema;
}

/** Models fill arguments that they do not use with null: here it never means anything, and "" clears. */
function withoutNull(schema: Schema): Schema {
  const { type } = schema;
  return Array.isArray(type) ? { ...schema, type: type.find((t) => t !== 'null') as unknown } : schema;
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/**
 * The schema of an answer, with what it refers to under `$defs`. An answer may gain members later: nothing is closed.
 * @param changed schemas that differ from the published ones in this tool
 */
export function answerSchema(names: readonly string[], changed: Readonly<Record<string, Schema>> = {}): Schema {
  const defs: Record<string, unknown> = {};
  const take = (name: string): void => {
    if (name in defs) return;
    const schema = changed[name] ?? published(name);
    if (!schema) throw new Error(`no schema ${name}`);
    defs[name] = {};
    defs[name] = rewritten(schema, take);
  };
  names.forEach(take);
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    const { [only]: root, ...rest } = defs;
    return { ...(root as Schema), ...(Object.keys(rest).length > 0 ? { $defs: rest } : {}) };
  }
  return { type: 'object', anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })), $defs: defs };
}

function rewritten(schema: unknown, take: (name: string) => void): unknown {
  if (Array.isArray(schema)) return schema.map((s) => rewritten(s, take));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, rewritten(value, take)];
      take(nameOf(value));
      return [key, `#/$defs/${nameOf(value)}`];
    }),
  );
}

/** A published schema in which some members are not required. */
export function withOptional(name: string, members: readonly string[]): Schema {
  const schema = published(name) as Schema & { readonly required: readonly string[] };
  return { ...schema, required: schema.required.filter((member) => !members.includes(member)) };
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
  TwinsView: ['notes[].name', 'notes[].note'],
  DecidedWeekView: ['champion.name'],
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
