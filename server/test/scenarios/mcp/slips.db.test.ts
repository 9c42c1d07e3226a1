/** Slips of models over /mcp: what is plain is understood, all else ends in one corrected call; and how much a model has to read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { call as callOf, failureOf, message as messageOf, structured, type Json, type Result } from './tool-calls.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
  bot = await league.enter({ name: 'Model' });
});
afterAll(() => league.close());

const message = (method: string, params: Json, headers?: Record<string, string>, query?: string) =>
  messageOf(league, method, params, headers, query);
const call = (name: string, args: Json, headers?: Record<string, string>, query?: string): Promise<Result> =>
  callOf(league, name, args, headers, query);

test('the list of tools is short: a model reads it whole', async () => {
  const { length } = await message('tools/list', {});
  expect(length).toBeLessThan(20 * 1024);
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
