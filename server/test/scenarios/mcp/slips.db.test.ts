/** Slips of models over /mcp: what is plain is understood, all else ends in one corrected call; and how much a model has to read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { kindsOfOrders, type Actors } from '../slips/mistakes.ts';
import { createRandom } from '../slips/random.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
  bot = await league.enter({ name: 'Model' });
});
afterAll(() => league.close());

type Json = Readonly<Record<string, unknown>>;
interface Parts {
  readonly arguments: Json;
}
interface Failure {
  readonly detail: string;
  readonly error: { readonly code: string; readonly fix: string; readonly corrected?: Parts; readonly example?: Parts };
}
interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Json;
}

const structured = { 'mcp-protocol-version': '2025-11-25' };

async function message(method: string, params: Json, headers: Record<string, string> = structured, query = '') {
  const { text } = await post(
    league,
    `/mcp${query}`,
    { jsonrpc: '2.0', id: 1, method, params },
    { headers: { accept: 'application/json, text/event-stream', ...headers } },
  );
  const json = JSON.parse(text.replace(/^event: message\ndata: /, '')) as {
    readonly result: unknown;
    readonly error?: { readonly message: string };
  };
  return { ...json, length: text.length };
}

async function call(name: string, args: Json, headers?: Record<string, string>, query?: string): Promise<Result> {
  return (await message('tools/call', { name, arguments: args }, headers, query)).result as Result;
}

const failureOf = ({ structuredContent }: Result): Failure => structuredContent as unknown as Failure;

test('the list of tools is short: a model reads it whole', async () => {
  const { length } = await message('tools/list', {});
  expect(length).toBeLessThan(16_000);
});

test('weights as JSON text are understood, with a warning; so are yes and no', async () => {
  const args = { weights: '{"BTC-USD": 0.5, "ETH-USD": 0.25}', sandbox: 'true', api_key: bot.key };
  const { isError, structuredContent } = await call('arena_submit_weights', args);
  expect(isError).toBeUndefined();
  expect(structuredContent).toMatchObject({
    weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.25 },
    weights_text: '{"BTC-USD":"0.5","ETH-USD":"0.25"}',
    sandbox: true,
    warnings: [
      'weights came as text and was read as an object: send an object.',
      'sandbox came as text and was read as a boolean: send a boolean.',
    ],
  });
  const fenced = await call('arena_submit_weights', { weights: '```json\n{"BTC-USD": 0.5}\n```', api_key: bot.key });
  expect(fenced.structuredContent).toMatchObject({ weights: { 'BTC-USD': 0.5 } });
  const words = await call('arena_submit_weights', { weights: 'half in Bitcoin', api_key: bot.key });
  expect(failureOf(words).error.example?.arguments).toHaveProperty('weights');
});

test('a bot that is not named is that of the key', async () => {
  for (const tool of ['arena_status', 'arena_agent', 'arena_orders', 'arena_events'])
    expect((await call(tool, { api_key: bot.key })).structuredContent, tool).toMatchObject({ agent_id: bot.id });
  const named = await call('arena_agent', { agent_id: 'Model' });
  expect(failureOf(named).error.corrected).toEqual({ arguments: { agent_id: bot.id } });
});

describe.each(kindsOfOrders.filter(({ kind }) => kind !== 'JSON').map((each) => [each.kind, each] as const))(
  '%s',
  (_kind, { seen, more }) => {
    test('each mistake, and as many of a generator, end in one corrected call', async () => {
      const actors: Actors = { id: bot.id, key: bot.key, name: '', oldKey: '', order: '', other: { id: '', key: '' } };
      const random = createRandom(11);
      const own = seen(actors);
      const all = [...own, ...own.map((_, n) => more(actors, random, n))];
      for (const { what, sent, means } of all) {
        const args = sent.body as Json;
        const first = await call('arena_submit_weights', { ...args, api_key: bot.key });
        const { corrected, example } = first.isError ? failureOf(first).error : {};
        const meant = corrected ?? example;
        const last = meant ? await call('arena_submit_weights', { ...meant.arguments, api_key: bot.key }) : first;
        expect(last.isError, `${what}: ${first.content[0]?.text}\n${last.content[0]?.text}`).toBeUndefined();
        means?.({ json: last.structuredContent, text: '', status: 200, headers: new Headers() });
      }
    });
  },
);

test.each([
  ['arena_submit', 'arena_submit_weights'],
  ['arena_submit_weight', 'arena_submit_weights'],
  ['place_order', 'arena_submit_weights'],
  ['arena_trade', 'arena_submit_weights'],
  ['register', 'arena_register'],
  ['arena_signup', 'arena_register'],
  ['get_candles', 'arena_prices'],
  ['arena_history', 'arena_prices'],
  ['list_symbols', 'arena_universe'],
  ['arena_rankings', 'arena_leaderboard'],
  ['get_account', 'arena_status'],
  ['arena-status', 'arena_status'],
  ['arena_competitions', 'arena_leagues'],
])('there is no tool %s, and %s is meant', async (name, meant) => {
  const { error } = await message('tools/call', { name, arguments: {} });
  expect(error?.message).toContain(`There is no tool "${name}". Did you mean ${meant}? The tools: arena_info, `);
});

/** Calls that fail, each in another way. */
const failing: readonly (readonly [tool: string, args: Json])[] = [
  ['arena_universe', { league: 'nowhere' }],
  ['arena_status', {}],
  ['arena_status', { api_key: 'ptk_nonsense' }],
  ['arena_agent', {}],
  ['arena_agent', { agent_id: 'agt_0000000000000000' }],
  ['arena_leaderboard', { as_of: '1999-01-01' }],
  ['arena_leaderboard', { per_page: 0 }],
  ['arena_prices', { symbols: 'nothing' }],
  ['arena_register', { name: 'House bot', company: 'W', contact: 'a@b.test', country: 'CA' }],
  ['arena_register', { name: 'X', company: 'W', contact: 'a@b.test', country: 'CA', icon: 'two words' }],
  ['arena_proofs', { order_id: 'ord_0000000000000000' }],
  ['arena_proofs', { of: 'order', order_id: 'ord_0000000000000000' }],
];

test('failures name tools and arguments, and no path', async () => {
  const owned: readonly (readonly [tool: string, args: Json])[] = [
    ['arena_submit_weights', { weights: { QQQQQQQ: 0.5 } }],
    ['arena_submit_weights', { weights: { BTX: 0.5 } }],
    ['arena_status', { order_id: 'ord_0000000000000000' }],
    ['arena_status', { agent_id: 'agt_0000000000000000' }],
    ['arena_profile', { icon: 'two words' }],
    ['arena_events', { since: 'yesterday' }],
  ];
  const all = [...failing, ...owned.map(([tool, args]) => [tool, { ...args, api_key: bot.key }] as const)];
  for (const [tool, args] of all) {
    const result = await call(tool, args);
    expect(result.isError, tool).toBe(true);
    const { detail, error } = failureOf(result);
    const said = `${detail} ${error.fix}`;
    expect(said, tool).not.toMatch(/\b(?:GET|POST) |\/api\/|into the path/);
    // The line has all that there is to read.
    expect(result.content[0]?.text).toBe(`${error.code}: ${said}`);
  }
});

test('what to do next is said in tools, too', async () => {
  const seat = { name: 'Next', company: 'W', contact: 'next@example.test', country: 'CA', league: 'spot_crypto' };
  const { structuredContent } = await call('arena_register', seat);
  const next = (structuredContent as unknown as { readonly next: readonly string[] }).next.join(' ');
  expect(next).toMatch(/arena_submit_weights/);
  expect(next).not.toMatch(/\b(?:GET|POST) |\/api\//);
});

test('a client of before structured answers, and one that asks for text, has the answer as text alone', async () => {
  for (const [headers, query] of [
    [{}, ''],
    [{ 'mcp-protocol-version': '2025-03-26' }, ''],
    [structured, '?results=text'],
  ] as const) {
    const result = await call('arena_validate', { league: 'spot_crypto', symbol: 'BTC' }, headers, query);
    expect(result.structuredContent).toBeUndefined();
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ valid: false, near: ['BTC-USD'] });
    const failed = await call('arena_universe', { league: 'x' }, headers, query);
    expect(failed.isError).toBe(true);
    expect(JSON.parse(failed.content[0]?.text ?? '')).toMatchObject({ error: { code: 'unknown_league' } });
    const { result: list } = await message('tools/list', {}, headers, query);
    expect(JSON.stringify(list)).not.toContain('outputSchema');
  }
  const { structuredContent } = await call('arena_validate', { league: 'spot_crypto', symbol: 'BTC' });
  expect(structuredContent).toMatchObject({ near: ['BTC-USD'] });
  expect((await send(league, 'POST', '/mcp?results=pictures', { body: {} })).status).toBe(400);
});
