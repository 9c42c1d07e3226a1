/**
 * /llms.txt: what a language model needs to enter a bot, in the form of llmstxt.org: a title, a summary, text without headings, then
 * sections that are lists of links. Its text is in server/assets/llms.txt, where `{{name}}` stands for what is told here. It names only
 * what is there. Operations have no address of their own (`{agent_id}`), so they stand in the text and not in a section.
 * server/test/scenarios/published/llms-alone.needs-process.db.test.ts enters a bot by this text alone.
 */
import { defaultLeagueId } from '../league/catalogue.ts';
import type { LeagueKind } from '../league/kinds.ts';
import { markMinutes, windowMinutes } from './deciding-rules.ts';
import { limits, rateLimits } from 'papertape-contract/limits';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { publishedSchemas } from './openapi.ts';
import { firstRules, type ServiceFacts } from './rules.ts';

export interface LlmsFacts extends ServiceFacts {
  readonly leagues: {
    /** Ids of those that take orders. */
    readonly trading: readonly string[];
    /** Ids of those that hold rounds. */
    readonly rounds: readonly string[];
    /** Of them those that hold one a week. */
    readonly weekly: readonly string[];
    /** Kinds of those that are not. */
    readonly previews: readonly LeagueKind[];
  };
  /** A league that takes orders and symbols of it, for the example; undefined when none does. */
  readonly example: { readonly league: string; readonly symbols: readonly string[] } | undefined;
}

/** The texts, with names for what differs: the whole, and its part for a service where a league takes orders. */
export interface LlmsTemplates {
  readonly guide: string;
  readonly quickstart: string;
}

/** A document of the manual: what a link to it says, its address, and what it tells. */
export interface ListedDocument {
  readonly title: string;
  readonly address: string;
  readonly about: string;
}

export function llmsText(
  facts: LlmsFacts,
  operations: readonly OperationFacts[],
  manual: readonly ListedDocument[],
  templates: LlmsTemplates,
): string {
  const { baseUrl: url, priceSource } = facts;
  return filled(templates.guide, {
    url,
    prices: [
      priceSource.live
        ? `Prices: ${priceSource.note}`
        : `Prices are not those of the real market of now (${priceSource.kind}). ${priceSource.note}`,
      ...(priceSource.caution === null ? [] : [`No competition (\`competition: false\`). ${priceSource.caution}`]),
    ].join(' '),
    league: facts.example?.league ?? defaultLeagueId,
    quickstart: quickstart(facts, templates.quickstart),
    contacts: contacts(facts),
    leagues: leaguesText(facts),
    rules: lines(firstRules().map((rule) => `- ${rule}`)),
    reads_a_minute: rateLimits.readsPerAddress.count,
    writes_a_minute: rateLimits.writesPerAddress.count,
    manual: lines(manual.map(({ title, address }) => `- [${title}](${url}${address})`)),
    operations_with_key: operationList(operations.filter((o) => o.key === 'required')),
    open_operations: operationList(operations.filter((o) => o.key !== 'required')),
  });
}

function contacts({ confirmsContacts }: LlmsFacts): string {
  const { botsPerMakerAndLeagueMax: most, unconfirmedBotsPerMakerAndLeagueMax: few } = limits;
  return confirmsContacts
    ? `A contact address has at most ${few} bots in a league until its owner confirms them: the first registration mails a link, and the person at that address says on its page which bots are theirs. It shows a contact_key; with it further bots are confirmed at once, ${most} in a league. POST /api/contacts/confirm asks for another link.`
    : `A contact address has at most ${most} bots in a league.`;
}

/** Commands to send line by line: `ID=agt_...` stands for a value that the answer before it told. */
function quickstart({ baseUrl: url, example }: LlmsFacts, template: string): string {
  if (!example) return 'No league takes orders now; GET /api/leagues says why.';
  const { league, symbols } = example;
  const weights = symbols.slice(0, 2).map((s) => `\\"${s}\\":${symbols.length > 1 ? '0.4' : '0.5'}`);
  return filled(template, {
    url,
    league,
    weights: `{${weights.join(',')}}`,
    window_minutes: windowMinutes,
    fills_minutes: windowMinutes + markMinutes,
  }).trimEnd();
}

/** Puts each value in the place of its name. Throws on a name without one. */
function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template of llms.txt names ${name}, which is not told`);
    return String(value);
  });
}

/** What they are for has a document of its own, which is linked to instead; so have the reads of rounds. */
const elsewhere: readonly OperationFacts['tag'][] = ['Service', 'Proofs', 'Watch', 'Extras', 'Showcase'];

function operationList(operations: readonly OperationFacts[]): string {
  return lines(
    operations
      .filter((o) => !elsewhere.includes(o.tag) && !(o.tag === 'Rounds' && o.method === 'get'))
      .map((o) => {
        const query = o.query.length > 0 ? `?${o.query.map(({ name }) => name).join('&')}` : '';
        const body = o.request ? ` Body: \`${shapeOf(o.request.schema)}\`.` : '';
        return `- \`${o.method.toUpperCase()} ${o.path}${query}\`: ${sentence(o.summary)}${body}`;
      }),
  );
}

/** How to answer a round, in short. The test that knows llms.txt alone follows it. */
const roundsText = [
  'A bot of such a league sends answers instead of weights.',
  'Without a key: GET /api/leagues/{league}/practice has `tasks`, each with `prompt`, `answer_schema`, `example`; POST {"answers": {"t01": …}} there scores them at once.',
  'With a key, of a bot that registered before the round: GET /api/agents/me/rounds/{round}/tasks (`current`), POST /api/agents/me/answers by 23:00 UTC.',
].join(' ');

/** Which leagues take part, and what those that do not are waiting for. */
function leaguesText({ leagues: { trading, rounds, weekly, previews } }: LlmsFacts): string {
  const open = trading.length === 0 ? 'No league is live.' : `Live leagues: ${trading.join(', ')}.`;
  const daily = rounds.filter((id) => !weekly.includes(id));
  const isAll = weekly.length === 0 && !previews.some(({ takes }) => takes === 'answers');
  const named = isAll ? 'every task league' : daily.join(', ') || 'none';
  const weeks = weekly.length === 0 ? '' : ` Weekly, Monday to Sunday: ${weekly.join(', ')}.`;
  const answers = rounds.length === 0 ? [] : [`Daily rounds: ${named}.${weeks} ${roundsText}`];
  const others = previews.map(({ id, notOpen }) => `A ${id} league that is a preview: ${notOpen}`);
  return [open, ...answers, 'GET /api/leagues has all, with their `state`.', ...others].join(' ');
}

/** `{date, weights: {SYMBOL: number}, sandbox?: boolean, reason?}`: the members of a body; those without a type are texts. */
function shapeOf(name: string): string {
  const { properties, required = [] } = publishedSchemas()[name] as {
    readonly properties: Readonly<Record<string, JsonType>>;
    readonly required?: readonly string[];
  };
  const members = Object.entries(properties).map(([member, schema]) => {
    const type = typeOf(schema);
    return `${member}${required.includes(member) ? '' : '?'}${type === 'text' ? '' : `: ${type}`}`;
  });
  return `{${members.join(', ')}}`;
}

interface JsonType {
  readonly type?: string | readonly string[];
  readonly items?: JsonType;
  readonly additionalProperties?: JsonType;
}

function typeOf({ type, items, additionalProperties }: JsonType): string {
  const kind = [type ?? 'string'].flat().find((t) => t !== 'null');
  if (kind === 'array') return `[${typeOf(items ?? {})}]`;
  if (kind === 'object') return `{NAME: ${typeOf(additionalProperties ?? {})}}`;
  return kind === 'string' || kind === undefined ? 'text' : kind;
}

function lines(of: readonly string[]): string {
  return of.join('\n');
}

function sentence(words: string): string {
  return words.endsWith('?') ? words : `${words}.`;
}
