/** What becomes of orders: filled, rejected, waiting, frozen, delisted. Faults are planted in the simulated market. */
import { afterEach, expect, test } from 'vitest';
import { insertAction } from '../../../src/operator/action.sql.ts';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';
import { createTableSource, dollars, tableOf } from '../../simulation/table-source.ts';

let league: League;
let bot: Bot;
afterEach(() => league.close());

const at = (time: string): number => Date.parse(time.length > 5 ? time : `2026-03-02T${time}:00Z`);

async function open(faults: readonly Fault[] = [], options: LeagueOptions = {}): Promise<void> {
  league = await openLeague({ faults, ...options });
  bot = await league.enter();
}

const silent = (pool: string, from: string, to: string, answersAt?: string): Fault => ({
  kind: 'no_answer',
  pool,
  from: at(from),
  to: at(to),
  ...(answersAt === undefined ? {} : { answersAt: at(answersAt) }),
});

let acts = 0;
async function operate(action: 'suspend' | 'resume' | 'delist', symbol: string, reason: string): Promise<void> {
  const about = { kind: 'symbol', id: symbol } as const;
  await insertAction(league.app.deps.db, { id: `act_${acts++}`, at: league.now(), action, about, reason });
}

async function orderState(id: string): Promise<string> {
  const o = await bot.order(id);
  return `${o.state} ${o.reason_code}`;
}

test('what is held and not named is sold; the rest of the weights is cash', async () => {
  await open();
  await bot.weights({ 'BTC-USD': 0.6, 'ETH-USD': 0.4 });
  await league.advance({ hours: 1 });
  const second = await bot.weights({ 'ETH-USD': 0.4 });
  await league.advance({ hours: 1 });
  const order = await bot.order(second.order_id);
  expect(order.trades[0]).toMatchObject({ symbol: 'BTC-USD', side: 'sell' });
  expect((await bot.positions()).positions.map((p) => p.symbol)).toEqual(['ETH-USD']);
  const all = await bot.weights({});
  await league.advance({ hours: 1 });
  expect((await bot.order(all.order_id)).trades.map((t) => t.side)).toEqual(['sell']);
  expect(await bot.positions()).toMatchObject({ positions: [], cash: (await bot.order(all.order_id)).cash_after });
  const nothing = await bot.weights({});
  await league.advance({ hours: 1 });
  expect(await bot.order(nothing.order_id)).toMatchObject({ state: 'filled', trades: [] });
});

test('what is left of a holding and worth less than a cent is sold as well', async () => {
  // SOL falls from $100 to $5 after an hour.
  const table = tableOf(at('00:00'), 1, {
    'BTC-USD': () => dollars(50_000n),
    'SOL-USD': (minute) => dollars(minute < 60 ? 100n : 5n),
  });
  await open([], { source: createTableSource(table) });
  await league.advance({ minutes: 1 });
  await bot.weights({ 'SOL-USD': 0.000001 });
  await league.advance({ hours: 2 });
  expect((await bot.positions()).positions).toMatchObject([{ symbol: 'SOL-USD', units: '0.001', last_price: '5' }]);
  const all = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ hours: 1 });
  expect((await bot.order(all.order_id)).trades).toMatchObject([
    { symbol: 'SOL-USD', side: 'sell', units: '0.001', cost: '0.005' },
    { symbol: 'BTC-USD', side: 'buy' },
  ]);
  expect((await bot.positions()).positions.map((p) => p.symbol)).toEqual(['BTC-USD']);
});

test('several pending orders of a bot fill in order of arrival, each over its own window', async () => {
  await open();
  const first = await bot.weights({ 'BTC-USD': 1 });
  const same = await bot.weights({ 'ETH-USD': 1 });
  await league.advance({ minutes: 5 });
  const later = await bot.weights({ 'SOL-USD': 0.5 });
  await league.advance({ minutes: 30 });
  expect(await orderState(first.order_id)).toBe('filled filled');
  expect((await bot.order(same.order_id)).trades.map((t) => [t.symbol, t.side])).toEqual([
    ['BTC-USD', 'sell'],
    ['ETH-USD', 'buy'],
  ]);
  expect(await orderState(later.order_id)).toBe('pending waiting_for_window');
  await league.advance({ minutes: 5 });
  expect((await bot.positions()).positions.map((p) => p.symbol)).toEqual(['SOL-USD']);
  expect((await bot.trades()).trades.map((t) => t.order_id)).toEqual([
    ...Array.from({ length: 2 }, () => later.order_id),
    ...Array.from({ length: 2 }, () => same.order_id),
    first.order_id,
  ]);
});

test('a sandbox order is filled against a shadow and counts nowhere', async () => {
  await open();
  const ack = await bot.weights({ 'BTC-USD': 1 }, { sandbox: true });
  await league.advance({ days: 1 });
  const order = await bot.order(ack.order_id);
  expect(order).toMatchObject({ state: 'filled', sandbox: true });
  expect(order.trades).toHaveLength(1);
  expect(await bot.trades()).toMatchObject({ total: 0, trades: [] });
  expect(await bot.positions()).toMatchObject({ cash: '100000', positions: [] });
  expect((await bot.equity()).points).toMatchObject([{ value_usd: 100_000, return_pct: 0 }]);
  expect(await bot.agent()).toMatchObject({ trades: 0, first_fill_at: null });
});

test('a window that ends at the close fills before it; one that ends five minutes later after it', async () => {
  await open([], { start: '2026-03-02T23:00:00Z' });
  const late = await league.enter();
  await league.advanceTo('2026-03-02T23:29:59.999Z');
  await bot.weights({ 'BTC-USD': 1 });
  await league.advanceTo('2026-03-02T23:30:00.000Z');
  await late.weights({ 'BTC-USD': 1 });
  await league.advanceTo('2026-03-03T00:00:00.000Z');
  const { rows } = await league.client.leaderboard({ league: 'spot_crypto' });
  expect(rows.find((r) => r.agent_id === bot.id)).toMatchObject({
    trades: 1,
    first_fill_at: '2026-03-03T00:00:00.000Z',
  });
  expect(rows.find((r) => r.agent_id === late.id)).toMatchObject({
    trades: 0,
    first_fill_at: null,
    value_usd: 100_000,
  });
  await league.advance({ minutes: 5 });
  expect(await late.trades()).toMatchObject({ total: 1 });
  expect((await late.agent()).first_fill_at).toBeNull();
});

test('pools 1% apart reject the whole order with symbol, prices and bps; a hair less does not', async () => {
  await open();
  await league.advance({ minutes: 35 });
  const pool = (await bot.preview({ 'BTC-USD': 1 })).pools[0];
  const ratio = Number(pool?.second_price) / Number(pool?.price);
  for (const [factor, state] of [
    [1.00999, 'filled'],
    [1.01001, 'rejected'],
    [0.99001, 'filled'],
    [0.98999, 'rejected'],
  ] as const) {
    await league.close();
    await open([{ kind: 'apart', pool: 'sim:BTC-USD:2', from: at('00:05'), to: at('00:35'), factor: factor / ratio }]);
    const ack = await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.5 });
    const untouched = await bot.weights({ 'ETH-USD': 0.5 });
    await league.advance({ minutes: 35 });
    const order = await bot.order(ack.order_id);
    expect(order.state, String(factor)).toBe(state);
    expect(await orderState(untouched.order_id)).toBe('filled filled');
    if (state === 'rejected') {
      expect(order).toMatchObject({ reason_code: 'pools_apart', trades: [], rejection: { symbol: 'BTC-USD' } });
      expect(Number(order.rejection?.bps)).toBeCloseTo(Math.abs(factor - 1) * 10_000, 1);
      expect(Number(order.rejection?.second_price) / Number(order.rejection?.price)).toBeCloseTo(factor, 6);
      expect(order.message).toContain('BTC-USD');
    }
  }
});

test('a symbol that would not trade a cent cannot reject an order: least weight, least part', async () => {
  await open([{ kind: 'apart', pool: 'sim:SOL-USD:2', from: at('00:05'), to: at('00:35'), factor: 1.05 }]);
  const tiny = await bot.weights({ 'BTC-USD': 0.9, 'SOL-USD': '0.000000999999999999' }).catch((e: unknown) => e);
  expect(tiny).toMatchObject({
    code: 'invalid_weights',
    detail: 'The weight of SOL-USD is 0.000000999999999999; the least is 0.000001.',
    fix: 'Leave it out, or name it with 0: it is sold if you hold it.',
  });
  const least = await bot.weights({ 'BTC-USD': 0.9, 'SOL-USD': 0.000001 });
  const zero = await bot.weights({ 'BTC-USD': 0.9, 'SOL-USD': 0 });
  await bot.weights({ 'SOL-USD': 0.5 }, { sandbox: true });
  await bot.weights({ 'SOL-USD': 0.5 });
  expect((await bot.agent()).rejections).toEqual([]);
  await league.advance({ minutes: 35 });
  // A millionth of $100,000 is ten cents: it takes part.
  expect(await orderState(least.order_id)).toBe('rejected pools_apart');
  expect(await orderState(zero.order_id)).toBe('filled filled');
  // For everyone to see, since somebody may have moved the pool; what was tried in the sandbox is not counted.
  expect((await bot.agent()).rejections).toEqual([{ symbol: 'SOL-USD', reason_code: 'pools_apart', orders: 2 }]);
});

test('a price that cannot be read: the order waits, and is rejected after exactly six hours; what is behind it waits too', async () => {
  await open([silent('sim:BTC-USD:1', '00:35', '00:40')]);
  const ack = await bot.weights({ 'BTC-USD': 0.5 });
  const behind = await (async () => {
    await league.advance({ minutes: 10 });
    return await bot.weights({ 'ETH-USD': 0.5 });
  })();
  await league.advanceTo('2026-03-02T00:35:00Z');
  expect(await orderState(ack.order_id)).toBe('pending waiting_for_price');
  await league.advanceTo('2026-03-02T06:34:59.999Z');
  expect(await orderState(ack.order_id)).toBe('pending waiting_for_price');
  expect(await orderState(behind.order_id), 'its own price is there').toBe('pending waiting_for_order');
  const { message } = await bot.order(behind.order_id);
  expect(message).toContain(`order ${ack.order_id} in front of it waits for a price, until 2026-03-02T06:35:00.000Z`);
  expect((await bot.orders()).orders[0]).toMatchObject({ order_id: behind.order_id, message });
  expect((await bot.state()).pending.map((o) => o.reason_code)).toEqual(['waiting_for_price', 'waiting_for_order']);
  expect((await league.client.status()).orders_waiting).toBe(2);
  await league.advance({ ms: 1 });
  const order = await bot.order(ack.order_id);
  expect(order).toMatchObject({
    state: 'rejected',
    reason_code: 'price_unavailable',
    decided_at: '2026-03-02T06:35:00.000Z',
    rejection: { symbol: 'BTC-USD', price: null, reason: 'no_answer' },
  });
  expect(await orderState(behind.order_id)).toBe('filled filled');
  expect((await bot.order(behind.order_id)).trades[0]?.time).toBe('2026-03-02T00:45:00.000Z');
  expect((await league.client.status()).orders_waiting).toBe(0);
});

test('a symbol that has no price now is told as such in universe, validate and the acknowledgement; one that has is not', async () => {
  await open([silent('sim:SOL-USD:1', '00:05', '00:30')]);
  expect((await bot.weights({ 'SOL-USD': 0.1 })).warnings, 'nothing is known before the first mark').toEqual([]);
  await league.advanceTo('2026-03-02T00:25:00Z');
  const reason = expect.stringMatching(
    /^It has no price now\. .*: The source did not answer\. An order that names it waits/,
  ) as string;
  const { symbols } = await league.client.universe('spot_crypto');
  expect(symbols.find((s) => s.symbol === 'SOL-USD')).toMatchObject({ tradable: true, reason });
  expect(symbols.filter((s) => s.reason !== null)).toHaveLength(1);
  expect(await league.client.validate('spot_crypto', 'SOL-USD')).toMatchObject({ tradable: true, reason });
  const warned = [expect.stringMatching(/^SOL-USD: It has no price now\./) as string];
  expect((await bot.weights({ 'SOL-USD': 0.1, 'BTC-USD': 0.1 })).warnings).toEqual(warned);
  expect((await bot.preview({ 'SOL-USD': 0.1 })).warnings).toEqual(warned);
  expect((await bot.weights({ 'BTC-USD': 0.1 })).warnings).toEqual([]);
  // Read again, it needs no price over the half hour that is over: an order's window begins at the next mark.
  await league.advanceTo('2026-03-02T00:30:00Z');
  expect((await bot.weights({ 'SOL-USD': 0.1 })).warnings).toEqual([]);
  expect(await league.client.validate('spot_crypto', 'SOL-USD')).toMatchObject({ reason: null });
});

test('a sandbox order that waits for a price does not hold up a scored one, and a scored one no sandbox order', async () => {
  await open([silent('sim:SOL-USD:1', '22:00', '22:35', '2026-03-03T02:00:00Z')], { start: '2026-03-02T21:58:00Z' });
  const other = await league.enter();
  const idea = await bot.weights({ 'SOL-USD': 0.5 }, { sandbox: true });
  const scored = await bot.weights({ 'BTC-USD': 1 });
  const secondIdea = await bot.weights({ 'ETH-USD': 1 }, { sandbox: true });
  const alike = await other.weights({ 'BTC-USD': 1 });
  const kept = await other.weights({ 'SOL-USD': 0.5 });
  const third = await other.weights({ 'ETH-USD': 0.5 }, { sandbox: true });
  await league.advanceTo('2026-03-02T22:30:00Z');
  expect(await orderState(idea.order_id)).toBe('pending waiting_for_price');
  expect(await orderState(secondIdea.order_id)).toBe('pending waiting_for_order');
  expect(await orderState(scored.order_id)).toBe('filled filled');
  expect((await other.order(alike.order_id)).state).toBe('filled');
  expect((await other.order(kept.order_id)).state).toBe('pending');
  expect(await other.order(third.order_id)).toMatchObject({ state: 'filled', sandbox: true });
  await league.advanceTo('2026-03-03T00:00:00Z');
  const seen = await bot.events();
  const [own, others] = [await bot.equity(), await other.equity()];
  expect(own.points[0]?.value_usd).toBe(others.points[0]?.value_usd);
  await league.advanceTo('2026-03-03T02:00:00Z');
  // Its outcome is told to whoever has read that of the later order already.
  const told = await bot.events({ since: seen.next });
  expect(told.events.map((e) => e.id)).toEqual([
    `order_filled/${idea.order_id}`,
    `order_filled/${secondIdea.order_id}`,
  ]);
  const proof = await bot.fillProof(idea.order_id);
  expect(proof.before_from.previous_fill).toBe(scored.order_id);
  // What the sandbox order is tried against is the portfolio as it stands now, with the scored order's bitcoin.
  expect((await bot.order(idea.order_id)).trades.map((t) => [t.symbol, t.side])).toEqual([
    ['BTC-USD', 'sell'],
    ['SOL-USD', 'buy'],
  ]);
  expect((await bot.positions()).positions.map((p) => p.symbol)).toEqual(['BTC-USD']);
});

test('a source that answers late fills the order, at the price of its own window', async () => {
  await open();
  const plain = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ hours: 3 });
  const price = (await bot.order(plain.order_id)).trades[0]?.fill_price;
  await league.close();

  await open([silent('sim:BTC-USD:1', '00:35', '00:40', '02:00')]);
  const ack = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo('2026-03-02T01:55:00Z');
  expect(await orderState(ack.order_id)).toBe('pending waiting_for_price');
  await league.advanceTo('2026-03-02T02:00:00Z');
  const order = await bot.order(ack.order_id);
  expect(order).toMatchObject({ state: 'filled', decided_at: '2026-03-02T02:00:00.000Z' });
  expect(order.trades[0]?.fill_price).toBe(price);
});

test('24 hours without a price suspend a symbol: frozen, orders leave it as it is, and the first price resumes it', async () => {
  await open([silent('sim:SOL-USD:1', '2026-03-02T12:05:00Z', '2026-03-04T00:00:00Z')]);
  await bot.weights({ 'SOL-USD': 0.5, 'BTC-USD': 0.5 });
  await league.advanceTo('2026-03-03T11:55:00Z');
  expect((await league.client.status()).incidents).toEqual([]);
  await league.advanceTo('2026-03-03T12:00:00Z');
  const [incident] = (await league.client.status()).incidents;
  expect(incident).toMatchObject({
    kind: 'suspended',
    about: { kind: 'symbol', id: 'SOL-USD' },
    by: 'engine',
    at: '2026-03-03T12:00:00.000Z',
  });
  expect(await league.client.validate('spot_crypto', 'SOL-USD')).toMatchObject({ valid: true, tradable: false });
  const before = (await bot.positions()).positions.find((p) => p.symbol === 'SOL-USD');
  expect(before?.last_price).toBe(incident?.price);

  const ack = await bot.weights({ 'SOL-USD': 0.1, 'ETH-USD': 0.2 });
  expect(ack.warnings).toEqual([expect.stringContaining('SOL-USD') as string]);
  await league.advance({ hours: 1 });
  const order = await bot.order(ack.order_id);
  expect(order.state).toBe('filled');
  expect(order.trades.map((t) => t.symbol)).toEqual(['BTC-USD', 'ETH-USD']);
  expect((await bot.positions()).positions.find((p) => p.symbol === 'SOL-USD')?.units).toBe(before?.units);
  await league.advanceTo('2026-03-04T00:00:00Z');
  expect((await bot.equity()).points.at(-1)?.stale).toBe(true);
  await league.advanceTo('2026-03-04T00:30:00Z');
  expect((await league.client.status()).incidents[0]).toMatchObject({ kind: 'resumed', about: { id: 'SOL-USD' } });
  await league.advanceTo('2026-03-05T00:00:00Z');
  expect((await bot.equity()).points.at(-1)?.stale).toBe(false);
});

test('a symbol that the operator suspended shows its frozen price in positions, state and universe while its pools go on', async () => {
  await open();
  await bot.weights({ 'SOL-USD': 0.9 });
  await league.advance({ hours: 1 });
  await operate('suspend', 'SOL-USD', 'Its pool is being looked at.');
  await league.advance({ minutes: 5 });
  const [incident] = (await league.client.status()).incidents;
  await league.advanceTo('2026-03-03T00:10:00Z');

  const universe = await league.client.universe('spot_crypto');
  const sol = universe.symbols.find((s) => s.symbol === 'SOL-USD');
  expect(sol).toMatchObject({
    tradable: false,
    last_price: incident?.price,
    last_price_at: '2026-03-02T01:05:00.000Z',
  });
  expect((await bot.positions()).positions[0]).toMatchObject({ symbol: 'SOL-USD', last_price: incident?.price });
  // Nothing else is held: what the close of ten minutes ago was valued at is what the bot is worth now.
  const state = await bot.state();
  expect(state.value_now_usd).toBe(state.value_usd);
  expect((await bot.equity()).points.at(-1)).toMatchObject({ value_usd: state.value_usd, stale: true });
});

test('a coin that collapses on one pool while the other is silent counts for what can be read, marked down by the hours', async () => {
  const [from, to] = ['2026-03-02T12:00:00Z', '2026-03-09T00:00:00Z'];
  await open([
    { kind: 'apart', pool: 'sim:ETH-USD:1', from: Date.parse(from), to: Date.parse(to), factor: 0.05 },
    { kind: 'apart', pool: 'sim:ETH-USD:2', from: Date.parse(from), to: Date.parse(to), factor: 50 },
  ]);
  await bot.weights({ 'ETH-USD': 1 });
  await league.advanceTo('2026-03-02T12:30:00Z');
  await league.advanceTo('2026-03-03T00:00:00Z');
  // Twelve hours, or a few minutes less: the window until 12:05 may still have agreed.
  const first = (await bot.equity()).points.at(-1);
  expect(first).toMatchObject({ stale: true });
  expect(first?.value_usd).toBeLessThan(100_000 * 0.05 * 0.8 * 1.1);
  const [held] = (await bot.positions()).positions;
  expect(Number(held?.value_price)).toBeLessThan(Number(held?.last_price) * 0.05);
  const state = await bot.state();
  expect(state.value_now_usd).toBe(state.value_usd);
  // Suspended since 24 hours: the mark-down goes on.
  await league.advanceTo('2026-03-04T00:00:00Z');
  expect((await bot.equity()).points.at(-1)?.value_usd).toBeLessThan(100_000 * 0.05 * 0.4 * 1.2);
  expect((await bot.state()).value_now_usd).toBe((await bot.equity()).points.at(-1)?.value_usd);
});

test('a symbol is delisted 72 hours after its price at the earliest, at its last agreed price marked down, once and for good', async () => {
  await open([silent('sim:ETH-USD:1', '2026-03-02T01:05:00Z', '2026-03-09T00:00:00Z')]);
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advance({ hours: 1 });
  await league.advanceTo('2026-03-05T00:30:00Z');
  const [held] = (await bot.positions()).positions;
  await operate('delist', 'ETH-USD', 'Too early.');
  await league.advance({ minutes: 5 });
  const ofEther = async () => (await league.client.status()).incidents.filter((i) => i.about.id === 'ETH-USD');
  expect((await ofEther()).map((i) => i.kind)).toEqual(['suspended']);
  await league.advanceTo('2026-03-05T01:00:00Z');
  await operate('delist', 'ETH-USD', 'The pool was drained.');
  await operate('resume', 'ETH-USD', 'No way back.');
  await league.advance({ minutes: 5 });
  const incidents = await ofEther();
  expect(incidents).toHaveLength(2);
  expect(incidents[0]).toMatchObject({
    kind: 'delisted',
    about: { kind: 'symbol', id: 'ETH-USD' },
    by: 'operator',
    reason: 'The pool was drained.',
  });
  const { cash, positions } = await bot.positions();
  expect(positions).toEqual([]);
  const [line] = (await bot.trades()).trades;
  expect(line).toMatchObject({
    order_id: 'delisted',
    symbol: 'ETH-USD',
    side: 'sell',
    units: held?.units,
  });
  expect(Number(line?.fill_price)).toBeCloseTo(Number(incidents[0]?.price) / 10, 9);
  expect(Number(cash)).toBeCloseTo(55_000, -3);
  const ack = await bot.weights({ 'ETH-USD': 0.5, 'BTC-USD': 0.5 });
  expect(ack.warnings[0]).toContain('delisted');
  await league.advance({ hours: 1 });
  expect((await bot.order(ack.order_id)).trades.map((t) => t.symbol)).toEqual(['BTC-USD']);
});

test('a symbol priced in CAD pays 0.5% of its notional, one in USD nothing', async () => {
  await open([], {});
  const canadian = await league.enter({ league: 'income' });
  const ack = await canadian.weights({ 'ENB-CAD': 0.5, 'VYM-USD': 0.4 });
  await league.advance({ minutes: 35 });
  const { trades } = await canadian.order(ack.order_id);
  for (const t of trades) {
    const share = Number(t.fee) / Number(t.cost);
    if (t.symbol === 'ENB-CAD') expect(share).toBeCloseTo(0.005, 9);
    else expect(t.fee).toBe('0');
  }
  expect(trades.map((t) => t.symbol).toSorted()).toEqual(['ENB-CAD', 'VYM-USD']);
});
