/** A whole league on a local chain: orders in, fills out, priced by the pools' own oracles. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { runAudit } from '../../src/audit/audit.job.ts';
import { createSteppedClock, type SteppedClock } from '../../src/lib/clock.ts';
import type { PriceSource } from '../../src/sources/source.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { anvilPath } from './anvil.ts';
import { chainSource } from './chain-source.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy, type RpcProxy } from './proxy.ts';

/** Every league starts where the chain stands, at a whole hour. */
const firstHour = Date.UTC(2026, 2, 2) / 1000;
const orderEnd = 35 * 60;
const delay = 40;

let market: LocalMarket;
let proxy: RpcProxy;
let clock: SteppedClock;
let league: League;
/** Second at which the league started. */
let t0: number;

beforeAll(async () => {
  if (anvilPath === undefined) return;
  market = await openLocalMarket({ start: firstHour - 7_200, slots: 600, goldSlots: 20 });
  proxy = await startProxy(market.chain.url);
});
afterAll(async () => {
  await proxy?.close();
  await market?.chain.close();
});
afterEach(async () => {
  proxy.mode = 'ok';
  await league.close();
});

function source(restMs = 0): PriceSource {
  return chainSource(market.book, proxy.url, () => clock.now(), restMs);
}

async function open(restMs = 0): Promise<Bot> {
  t0 = Math.max(firstHour, Math.ceil(((await market.chain.now()) + 60) / 3_600) * 3_600);
  clock = createSteppedClock(t0 * 1000);
  league = await openLeague({ start: new Date(t0 * 1000).toISOString(), source: source(restMs) });
  await market.chain.mineAt(t0);
  return await league.enter();
}

/** The chain and the league go on to so many seconds after the start; the head is 4 s old. */
async function goTo(seconds: number): Promise<void> {
  await market.chain.mineAt(t0 + seconds - 4);
  clock.set((t0 + seconds) * 1000);
  await league.advanceTo((t0 + seconds) * 1000);
}

async function audited(): Promise<unknown> {
  return (await runAudit(league.app.storage)).differences;
}

describe.skipIf(anvilPath === undefined)('a league on chain', () => {
  test('an order fills at the mean of its window, some seconds after it has ended', async () => {
    const bot = await open();
    const { ethUsdc, ethUsdt, btcUsdc, btcEth } = market.pools;
    const order = await bot.weights({ 'ETH-USD': 0.5, 'BTC-USD': 0.3 });
    expect(order.window.end).toBe(new Date((t0 + orderEnd) * 1000).toISOString());
    // From 2,000 to 2,010 after 20 of the 30 minutes.
    for (const [i, pool] of [ethUsdc, ethUsdt].entries()) await pool.tradeTo(2_010, t0 + 1_500 + i);
    await btcUsdc.tradeTo(60_300, t0 + 1_502);
    await btcEth.tradeTo(60_300 / 2_010 + 0.0001, t0 + 1_503);
    await goTo(orderEnd + delay - 1);
    expect((await bot.order(order.order_id)).state).toBe('pending');
    expect((await league.client.status()).marks_late).toBe(0);
    await goTo(orderEnd + delay);
    const filled = await bot.order(order.order_id);
    expect(filled).toMatchObject({ state: 'filled', decided_at: new Date((t0 + orderEnd) * 1000).toISOString() });
    const price = new Map(filled.trades.map((t) => [t.symbol, Number(t.fill_price)]));
    expect(Math.abs(price.get('ETH-USD')! / (2_000 * 1.005 ** (1 / 3)) - 1)).toBeLessThan(0.0001);
    expect(Math.abs(price.get('BTC-USD')! / (60_000 * 1.005 ** ((1_800 - 1_202) / 1_800)) - 1)).toBeLessThan(0.0001);
    expect((await league.client.status()).price_source).toMatchObject({ kind: 'onchain', live: true });
    expect(await audited()).toEqual([]);
  });

  // ln(1.01) / ln(1.0001) = 99.50828 ticks; over 1,800 seconds that is 179,114.9 tick-seconds.
  test.each([
    [179_114, { state: 'filled', rejection: null }],
    [179_115, { state: 'rejected', reason_code: 'pools_apart', rejection: { symbol: 'ETH-USD', bps: '100.0001' } }],
  ])('pools that are %i tick-seconds apart', async (tickSeconds, expected) => {
    const { ethUsdc, ethUsdt } = market.pools;
    const bot = await open();
    const order = await bot.weights({ 'ETH-USD': 1 });
    const level = -(await ethUsdc.tick());
    await ethUsdt.tradeToTick(level + 99, t0 + 240);
    await ethUsdt.tradeToTick(level + 100, t0 + orderEnd - (tickSeconds - 99 * 1_800));
    await goTo(orderEnd + delay);
    expect(await bot.order(order.order_id)).toMatchObject(expected);
    await ethUsdt.tradeToTick(level, t0 + orderEnd + delay + 12);
  });

  test('every endpoint is down for an hour: the order waits, and fills at the price of its own window', async () => {
    const bot = await open();
    const { ethUsdc, ethUsdt } = market.pools;
    const order = await bot.weights({ 'ETH-USD': 1 });
    await goTo(300 + delay);
    proxy.mode = 'down';
    const trade = async (price: number, at: number): Promise<void> => {
      for (const [i, pool] of [ethUsdc, ethUsdt].entries()) await pool.tradeTo(price, t0 + at + i);
    };
    await trade(2_050, 1_200);
    for (let s = 600; s <= 3_600; s += 300) {
      if (s === 2_400) await trade(1_950, 2_200);
      // The service's clock goes on.
      clock.set((t0 + s + delay) * 1000);
      await league.advanceTo((t0 + s + delay) * 1000);
    }
    const waiting = await bot.order(order.order_id);
    expect(waiting).toMatchObject({ state: 'pending', reason_code: 'waiting_for_price' });
    expect((await bot.positions()).positions).toEqual([]);
    proxy.mode = 'ok';
    await goTo(3_900 + delay);
    const filled = await bot.order(order.order_id);
    expect(filled).toMatchObject({ state: 'filled', window: order.window });
    // 15 of the 30 minutes at the first price, 15 at 2,050; what came after the window does not count.
    const before = Math.exp(-(await ethTickBefore()) * Math.log1p(0.0001)) * 1e12;
    expect(Number(filled.trades[0]!.fill_price) / Math.sqrt(before * 2_050)).toBeCloseTo(1, 4);
    expect(await audited()).toEqual([]);

    /** Tick of the first pool as it was when the league started. */
    async function ethTickBefore(): Promise<number> {
      const at = await source().read((t0 + 300) * 1000);
      const then = await source().read(t0 * 1000);
      const [a, b] = [at, then].map((r) => r.get(market.id(ethUsdc)));
      if (!a?.ok || !b?.ok) throw new Error('no reading');
      return Number(a.cumulative - b.cumulative) / 300;
    }
  });

  test('the clock of the service is 45 s ahead of the chain’s: each mark comes too early, and is read at the next one', async () => {
    const bot = await open(60_000);
    const order = await bot.weights({ 'ETH-USD': 1 });
    for (let s = 300; s <= orderEnd + 300; s += 300) {
      await market.chain.mineAt(t0 + s + delay - 45);
      clock.set((t0 + s + delay) * 1000);
      await league.advanceTo((t0 + s + delay) * 1000);
      if (s === orderEnd) expect(await bot.order(order.order_id)).toMatchObject({ reason_code: 'waiting_for_price' });
    }
    const filled = await bot.order(order.order_id);
    expect(filled).toMatchObject({ state: 'filled', window: order.window });
    expect(await audited()).toEqual([]);
  });

  test('the service was away for three hours: every mark is read afterwards, and nothing is lost', async () => {
    const bot = await open();
    const order = await bot.weights({ 'ETH-USD': 0.5, 'PAXG-USD': 0.5 });
    await goTo(300 + delay);
    await league.stop();
    const { ethUsdc, ethUsdt, goldUsdc } = market.pools;
    // The ring buffer of GOLD/USDC has 20 slots: of the first of these hours it remembers nothing, but its logs do.
    for (let i = 0; i < 40; i++) {
      for (const [k, pool] of [ethUsdc, ethUsdt].entries()) await pool.tradeTo(2_000 + (i % 9), t0 + 600 + i * 240 + k);
      await goldUsdc.tradeTo(2_701 + (i % 9), t0 + 600 + i * 240 + 2);
    }
    const back = t0 + 3 * 3_600;
    await market.chain.mineAt(back - 4);
    clock.set(back * 1000);
    const { database } = league;
    league = await openLeague({ start: new Date(back * 1000).toISOString(), source: source(), database });
    await league.app.runEngine();
    const again = createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });
    expect(await again.order(order.order_id)).toMatchObject({ state: 'filled', window: order.window });
    const rows = await league.app.storage.db
      .selectFrom('ledger.mark_readings')
      .select(['mark', 'attempt', 'readings'])
      .execute();
    expect(rows.filter((r) => r.readings.includes('"!'))).toEqual([]);
    expect(proxy.log).toContain('eth_getLogs');
    expect(rows.every((r) => r.readings.includes('"blocks":{"31337":['))).toBe(true);
    expect(await audited()).toEqual([]);
  });
});
