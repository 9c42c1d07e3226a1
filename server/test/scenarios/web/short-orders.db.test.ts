/** Orders that come whole are taken before the framework: with the same answer, head, limits, failures and metrics as behind it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { bothWays, expectSameAnswers, expectSameFailure, type BothWays } from '../../harness/short-way.ts';

let league: League;
let bot: Bot;
let both: BothWays;
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
  await league.advance({ minutes: 35 });
  bot = await league.enter({ name: 'Short' });
  both = bothWays(league, bot, {
    path: `/api/agents/${bot.id}/weights`,
    body: '{"date":"2026-03-02","weights":{"BTC-USD":0.5},"reason":"é"}',
  });
});
afterAll(() => league.close());

test('the same head, and a repetition is the same answer whichever way', async () => {
  // A first order has no receipt before it, and is shorter.
  expect((await both.inOne({})).status).toBe(200);
  const keyed = { headers: ['Idempotency-Key: one'] };
  const first = await both.inOne(keyed);
  expect(both.gone()).toBe(2);
  expect(first.status).toBe(200);
  expect(first.json).toMatchObject({ ok: true, state: 'pending', reason: 'é' });
  expect([...(first.headers.get('ratelimit') ?? '').matchAll(/"(\w+)"/g)].map((m) => m[1])).toEqual([
    'writesPerAddress',
    'writesPerBot',
    'ordersPerBot',
  ]);
  await expectSameAnswers(both, keyed, first);
});

test.each([
  ['a weight below zero', { body: '{"date":"2026-03-02","weights":{"BTC-USD":-1}}' }, 'negative_weight'],
  ['no JSON', { body: '{"date":' }, 'invalid_json'],
  ['a key of nobody', { key: 'ptk_none' }, 'malformed_key'],
  ['another bot', { path: '/api/agents/agt_0000000000000000/weights' }, 'agent_not_found'],
  ['a bad key for repetitions', { headers: ['Idempotency-Key: é'] }, 'idempotency_key_invalid'],
] as const)('%s: the same failure, told of the same limits', async (_what, order, code) => {
  await expectSameFailure(both, order, code);
});

test.each(['?preview=true', '?'])('%s behind the path is for the framework', async (more) => {
  const before = both.gone();
  await both.inOne({ path: `/api/agents/${bot.id}/weights${more}` });
  expect(both.gone()).toBe(before);
});

test('each is counted in the metrics, and an order with the time that it took', async () => {
  const count = async (): Promise<number> =>
    Number(/^papertape_order_ack_seconds_count (\d+)$/m.exec((await get(league, '/metrics')).text)?.[1]);
  const before = await count();
  expect((await both.inOne({})).status).toBe(200);
  expect((await both.inTwo({})).status).toBe(200);
  expect(await count()).toBe(before + 2);
});
