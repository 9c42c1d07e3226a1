/** What a bot reads of its orders and of itself, what only it may read, and what stores nothing: previews. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderAck, OrderView, Preview } from 'papertape-contract/order';
import type { EntryCheck } from 'papertape-contract/registration';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const date = '2026-03-02';
let league: League;
let bot: Bot;
beforeEach(async () => {
  league = await openLeague();
  bot = await league.enter();
});
afterEach(() => league.close());

test('orders are their own bot’s business', async () => {
  const other = await league.enter();
  const { order_id } = await bot.weights({ 'BTC-USD': 0.5 });
  for (const path of [
    `/api/agents/${bot.id}/orders`,
    `/api/agents/${bot.id}/orders/${order_id}`,
    `/api/agents/${bot.id}/state`,
  ]) {
    okJson(await get(league, path, { key: bot.key }));
    expectError(await get(league, path), 'missing_key');
    expectError(await get(league, path, { key: 'ptk_x' }), 'malformed_key');
    expectError(await get(league, path, { key: other.key }), 'wrong_bot');
  }
  expectError(await get(league, `/api/agents/${other.id}/orders/${order_id}`, { key: other.key }), 'order_not_found');
  const publicAnswers = [
    await get(league, `/api/agents/${bot.id}`),
    await get(league, `/api/agents/${bot.id}/trades`),
    await get(league, `/api/agents/${bot.id}/positions`),
    await get(league, '/api/leaderboard?league=spot_crypto'),
  ];
  for (const answer of publicAnswers) expect(answer.text).not.toContain(order_id);
});

test('pages of orders, newest first', async () => {
  for (let i = 0; i < 5; i++) await bot.weights({ 'BTC-USD': i / 10 });
  const first = await bot.orders({ page: 1, perPage: 2 });
  expect(first).toMatchObject({ page: 1, per_page: 2, pages: 3, total: 5 });
  expect(first.orders.map((o) => o.receipt.sequence)).toEqual([5, 4]);
  expect((await bot.orders({ page: 3, perPage: 2 })).orders.map((o) => o.receipt.sequence)).toEqual([1]);
  expect((await bot.orders({ page: 4, perPage: 2 })).orders).toEqual([]);
});

test('an order waits for its window, then is filled; the message says so', async () => {
  const { order_id } = await bot.weights({ 'BTC-USD': 0.5 });
  expect(await bot.order(order_id)).toMatchObject({
    state: 'pending',
    reason_code: 'waiting_for_window',
    decided_at: null,
    trades: [],
  });
  await league.advance({ minutes: 34, seconds: 59 });
  expect((await bot.order(order_id)).state).toBe('pending');
  await league.advance({ seconds: 1 });
  const filled = await bot.order(order_id);
  expect(filled).toMatchObject({
    state: 'filled',
    reason_code: 'filled',
    decided_at: '2026-03-02T00:35:00.000Z',
    rejection: null,
  });
  expect(filled.trades).toHaveLength(1);
  expect(Number(filled.value_before)).toBe(100_000);
  for (const o of (await bot.orders()).orders) expect(o.message).not.toBe('');
});

test('a preview stores nothing, before the first window and after', async () => {
  const before = await bot.preview({ 'BTC-USD': 0.5 });
  expect(before).toMatchObject({ ok: false, preview: true, outcome: 'would_wait', priced_over: null, trades: [] });
  await league.advance({ minutes: 35 });
  const after = await bot.preview({ 'BTC-USD': 0.5, 'ETH-USD': 0.5 });
  expect(after).toMatchObject({ ok: true, outcome: 'would_fill', value_usd: 100_000, reason_code: null });
  expect(after.trades.map((t) => [t.symbol, t.side])).toEqual([
    ['BTC-USD', 'buy'],
    ['ETH-USD', 'buy'],
  ]);
  expect(after.pools.map((p) => p.state)).toEqual(['agreed', 'agreed']);
  expect(after.priced_over).toEqual({ start: '2026-03-02T00:05:00.000Z', end: '2026-03-02T00:35:00.000Z' });
  expectError(
    await post(league, `/api/agents/${bot.id}/weights?preview=true`, { date, weights: { X: 1 } }, { key: bot.key }),
    'unknown_symbol',
  );
  okJson<Preview>(
    await post(league, `/api/agents/${bot.id}/weights?preview=true`, { date, weights: {} }, { key: bot.key }),
  );
  expect((await bot.orders()).total).toBe(0);
  await league.advance({ hours: 1 });
  expect((await bot.positions()).positions).toEqual([]);
  okJson<OrderAck>(
    await post(league, `/api/agents/${bot.id}/weights?preview=false`, { date, weights: {} }, { key: bot.key }),
  );
  expect((await bot.orders()).total).toBe(1);
});

test('the entry check places a sandbox order and says what wrong ones would answer', async () => {
  const check: EntryCheck = await bot.check();
  expect(check).toMatchObject({
    ok: true,
    agent_id: bot.id,
    league: 'spot_crypto',
    order: { sandbox: true, state: 'pending' },
  });
  expect(check.checks.every((c) => c.ok)).toBe(true);
  expect(check.wrong_orders.map((w) => [w.status, w.body.error.code])).toEqual([
    [400, 'weights_sum'],
    [400, 'negative_weight'],
    [400, 'unknown_symbol'],
    [400, 'missing_field'],
    [400, 'invalid_json'],
  ]);
  await league.advance({ minutes: 35 });
  expect(await bot.order(check.order.order_id)).toMatchObject({ state: 'filled', sandbox: true });
  expect((await bot.positions()).positions).toEqual([]);
  expect((await bot.state()).weights, 'a sandbox order is no target').toEqual({});
  for (const body of [undefined, '', '{}', 'anything'])
    okJson(await post(league, `/api/agents/${bot.id}/check`, body, { key: bot.key }));
});

test('the state of a bot in one call', async () => {
  expect(await bot.state()).toMatchObject({
    agent_id: bot.id,
    league: 'spot_crypto',
    tier: 'Qualifying',
    cash: '100000',
    value_usd: 100_000,
    holdings: [],
    weights: {},
    pending: [],
    last_fill: null,
    rank: 1,
    of: 1,
    return_pct: 0,
    next_mark: '2026-03-02T00:05:00.000Z',
    next_close: '2026-03-03T00:00:00.000Z',
    orders_left_this_hour: null,
  });
  const ack = await bot.weights({ 'BTC-USD': 0.5 });
  const pending = await bot.state();
  expect(pending.pending).toEqual([
    {
      order_id: ack.order_id,
      sandbox: false,
      received_at: ack.received_at,
      window: ack.window,
      rules_version: ack.rules_version,
      reason_code: 'waiting_for_window',
      message: expect.stringContaining('2026-03-02T00:35:00.000Z') as string,
    },
  ]);
  expect(pending.weights).toEqual({ 'BTC-USD': 0.5 });
  await league.advance({ minutes: 35 });
  const filled = await bot.state();
  expect(filled).toMatchObject({ pending: [], last_fill: { order_id: ack.order_id, trades: 1 }, value_usd: 100_000 });
  expect(filled.holdings.map((h) => h.symbol)).toEqual(['BTC-USD']);
  expect(filled.holdings[0]?.weight).toBeCloseTo(0.5, 5);
  const view: OrderView = await bot.order(ack.order_id);
  expect(filled.cash).toBe(view.cash_after);
});
