/** An order from the outside: its window at exact marks, its acknowledgement, exact numbers, and what only its bot may read. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EntryCheck, OrderAck, OrderView, Preview } from '../../src/contract/wire.ts';
import { expectError, get, okJson, post, type Answer } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';

const date = '2026-03-02';
let league: League;
let bot: Bot;

function place(weights: string, more = ''): Promise<Answer> {
  return post(league, `/api/agents/${bot.id}/weights`, `{"date":"${date}","weights":${weights}${more}}`, {
    key: bot.key,
  });
}

describe('taking', () => {
  beforeAll(async () => {
    league = await openLeague();
    bot = await league.enter();
  });
  afterAll(() => league.close());

  test('the window starts at the first mark strictly after arrival', async () => {
    for (const [arrival, start, end] of [
      ['2026-03-02T00:00:00.000Z', '00:05', '00:35'],
      ['2026-03-02T00:04:59.999Z', '00:05', '00:35'],
      ['2026-03-02T00:05:00.000Z', '00:10', '00:40'],
      ['2026-03-02T00:05:00.001Z', '00:10', '00:40'],
      ['2026-03-02T23:29:59.999Z', '23:30', '24:00'],
      ['2026-03-02T23:30:00.000Z', '23:35', '24:05'],
      ['2026-03-02T23:59:59.999Z', '24:00', '24:30'],
    ] as const) {
      await league.advanceTo(arrival);
      const ack = await bot.weights({ 'BTC-USD': 0.5 });
      const at = (time: string): string =>
        new Date(
          Date.parse('2026-03-02T00:00Z') + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000,
        ).toISOString();
      expect(ack.received_at).toBe(arrival);
      expect(ack.window).toEqual({ start: at(start), end: at(end) });
      expect(ack.fills_by).toBe(at(end));
    }
  });

  test('the acknowledgement, member by member', async () => {
    const answer = await place(
      '{"ETH-USD":0.25,"BTC-USD":0.5}',
      ',"sandbox":false,"reason":"because","note":1}'.slice(0, -1),
    );
    const ack = okJson<OrderAck>(answer);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(ack)).toEqual([
      'ok',
      'agent_id',
      'league',
      'order_id',
      'state',
      'sandbox',
      'received_at',
      'date',
      'window',
      'fills_by',
      'weights',
      'weights_text',
      'cash_weight',
      'reason',
      'receipt',
      'price_source',
      'warnings',
    ]);
    expect(ack).toMatchObject({
      ok: true,
      state: 'pending',
      sandbox: false,
      date,
      weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.25 },
      weights_text: '{"BTC-USD":"0.5","ETH-USD":"0.25"}',
      cash_weight: 0.25,
      reason: 'because',
      price_source: { kind: 'simulated', live: false },
      warnings: ['Unknown member "note" was ignored.'],
    });
    expect(ack.order_id).toMatch(/^ord_[0-9a-v]{16}$/);
    expect(ack.receipt.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('sum and sign are exact on the digits as sent', async () => {
    for (const good of [
      '{}',
      '{"BTC-USD":1}',
      '{"BTC-USD":1.0}',
      '{"BTC-USD":1e0}',
      '{"BTC-USD":10E-1}',
      '{"BTC-USD":0.1,"ETH-USD":0.2,"SOL-USD":0.7}',
      '{"BTC-USD":0.333333333333333333,"ETH-USD":0.333333333333333333,"SOL-USD":0.333333333333333334}',
      '{"BTC-USD":0.9999999999999999999999999999}',
      '{"BTC-USD":1,"ETH-USD":-0}',
      '{"BTC-USD":-0.0e5}',
      '{"BTC-USD":1e-400}',
    ]) {
      okJson(await place(good));
    }
    for (const above of [
      '{"BTC-USD":1.0000000000000000001}',
      '{"BTC-USD":1,"ETH-USD":1e-400}',
      '{"BTC-USD":0.1,"ETH-USD":0.2,"SOL-USD":0.7000000000000000000001}',
      '{"BTC-USD":2}',
      '{"BTC-USD":1e300}',
    ]) {
      expect(expectError(await place(above), 'weights_sum').detail).toMatch(/^The weights sum to /);
    }
    for (const below of ['{"BTC-USD":-1e-30}', '{"BTC-USD":0.5,"ETH-USD":-0.1}', '{"BTC-USD":-1e-400}']) {
      expectError(await place(below), 'negative_weight');
    }
  });

  test('weights below the 18th place and zeros are left out of what is stored; the rest is cash', async () => {
    const ack = okJson<OrderAck>(await place('{"BTC-USD":0,"ETH-USD":1e-19,"SOL-USD":0.1}'));
    expect(ack.weights).toEqual({ 'SOL-USD': 0.1 });
    expect(ack.cash_weight).toBe(0.9);
    expect(okJson<OrderAck>(await place('{}'))).toMatchObject({ weights: {}, cash_weight: 1 });
  });

  test('an unknown symbol is named with those that look like it', async () => {
    for (const [wrong, near] of [
      ['BTCUSD', 'BTC-USD'],
      ['btc-usd', 'BTC-USD'],
      ['BTC', 'BTC-USD'],
      ['ETH-USDT', 'ETH-USD'],
      ['DOGEE-USD', 'DOGE-USD'],
    ] as const) {
      const { detail, error } = expectError(await place(JSON.stringify({ [wrong]: 0.1 })), 'unknown_symbol');
      expect(detail).toContain(wrong);
      expect(error.fix, wrong).toContain(near);
    }
    expect(expectError(await place('{"QQQQQQQQ":0}'), 'unknown_symbol').error.fix).toContain('GET /api/universe');
    // A symbol of another league is unknown here.
    expectError(await place('{"NVDA-USD":0.1}'), 'unknown_symbol');
  });

  test('a reason has at most 500 characters, counted as code points', async () => {
    for (const reason of ['r'.repeat(500), '🤖'.repeat(500)]) {
      const ack = await bot.weights({}, { reason });
      expect((await bot.order(ack.order_id)).reason).toBe(reason);
    }
    for (const reason of ['r'.repeat(501), '🤖'.repeat(501)]) {
      expectError(await place('{}', `,"reason":${JSON.stringify(reason)}`), 'invalid_field');
    }
    for (const none of ['""', 'null']) {
      const ack = okJson<OrderAck>(await place('{}', `,"reason":${none}`));
      expect((await bot.order(ack.order_id)).reason).toBeNull();
    }
  });

  test('the client date is recorded and decides nothing', async () => {
    const ack = await bot.weights({}, { date: '1999-12-31' });
    expect(ack.date).toBe('1999-12-31');
    expect(ack.received_at).toBe(new Date(league.now()).toISOString());
  });

  test('a hundred symbols may be named, a hundred and one not', async () => {
    const named = (n: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`N${i}-USD`, 0])));
    expectError(await place(named(100)), 'unknown_symbol');
    expectError(await place(named(101)), 'invalid_weights');
  });
});

describe('reading', () => {
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
      await get(league, '/api/leaderboard'),
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
});
