/** Yield tokens by the rate of their own contract, and the guards that remember: rate and jump. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { runAudit } from '../../src/audit/audit.job.ts';
import { windowPrice } from '../../src/flow/price/price.ts';
import { createSteppedClock, type SteppedClock } from '../../src/lib/clock.ts';
import { formatFixed, priceScale } from '../../src/lib/decimal.ts';
import { openBook } from '../../src/sources/onchain/book.ts';
import { checkBook } from '../../src/sources/onchain/check.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import type { MarkReadings, PriceSource } from '../../src/sources/source.ts';
import { openLeague, type League } from '../harness/league.ts';
import { anvilPath } from './anvil.ts';
import { startProxy, type RpcProxy } from './proxy.ts';
import { chainSource } from './chain-source.ts';
import { openYieldMarket, type YieldMarket } from './yield-market.ts';

const day = 86_400;
/** A close. */
const midnight = Date.UTC(2026, 2, 2) / 1000;
let market: YieldMarket;
let proxy: RpcProxy;
let clock: SteppedClock;

function open(): PriceSource {
  return chainSource(market.book, proxy.url, () => clock.now());
}
/** The chain goes on to half a minute after the mark, and the mark is read. */
async function readAt(source: PriceSource, mark: number, pools?: readonly string[]): Promise<MarkReadings> {
  if ((await market.chain.now()) < mark + 30) await market.chain.mineAt(mark + 30);
  clock.set(((await market.chain.now()) + 10) * 1000);
  return await source.read(mark * 1000, pools);
}
const reasons = (readings: MarkReadings): Record<string, string> =>
  Object.fromEntries([...readings].flatMap(([id, r]) => (r.ok ? [] : [[id, r.reason]])));
const value = (readings: MarkReadings, id: string): string => {
  const r = readings.get(id);
  return r?.ok ? formatFixed(r.cumulative, priceScale) : (r?.reason ?? 'none');
};
const ether = (text: string): bigint => BigInt(Math.round(Number(text) * 1e9)) * 10n ** 9n;

beforeAll(async () => {
  if (anvilPath === undefined) return;
  clock = createSteppedClock((midnight - day) * 1000);
  market = await openYieldMarket(midnight - 7_200);
  proxy = await startProxy(market.chain.url);
});
afterAll(async () => {
  await proxy?.close();
  await market?.chain.close();
});

describe.skipIf(anvilPath === undefined)('rates', () => {
  let source: PriceSource;
  let atClose: MarkReadings;

  test('are read in the same call as the pools, each in its own unit, and price a window with their value at its end', async () => {
    source = open();
    const before = await readAt(source, midnight - 1_800);
    await market.staked.set(ether('1.2001'));
    proxy.log.length = 0;
    atClose = await readAt(source, midnight);
    expect(proxy.log.filter((m) => m === 'eth_call')).toHaveLength(1);
    expect(reasons(atClose)).toEqual({});
    expect(value(before, market.stakedId)).toBe('1.2');
    expect(value(atClose, market.stakedId)).toBe('1.2001');
    expect(value(atClose, market.savedId)).toBe('1.05');
    const price = (symbol: string) =>
      windowPrice(
        source.routes.get(symbol)!,
        source.pools,
        before,
        atClose,
        (midnight - 1_800) * 1000,
        midnight * 1000,
      );
    const eth = price('ETH-USD');
    const staked = price('WSTETH-USD');
    const saved = price('SDAI-USD');
    if (eth.state !== 'agreed' || staked.state !== 'agreed' || saved.state !== 'agreed') throw new Error('not agreed');
    expect(Number(staked.price) / Number(eth.price)).toBeCloseTo(1.2001, 10);
    expect(formatFixed(saved.price, priceScale)).toBe('1.05');
    expect(Number(staked.bps)).toBeLessThan(3);
  });

  test('one that rises by more than a day’s allowance, or falls, is no reading, also after a start; one that comes back is one', async () => {
    await market.staked.set(ether('1.2027'));
    expect(reasons(await readAt(source, midnight + 300))).toEqual({ [market.stakedId]: 'rate' });
    const stored = new Map([[midnight * 1000, atClose]]);
    const again = open();
    again.resume(undefined, stored);
    expect(reasons(await readAt(again, midnight + 300))).toEqual({ [market.stakedId]: 'rate' });
    await market.staked.set(ether('1.20009'));
    expect(reasons(await readAt(source, midnight + 600))).toEqual({ [market.stakedId]: 'rate' });
    await market.staked.set(ether('1.2013'));
    expect(value(await readAt(source, midnight + 900), market.stakedId)).toBe('1.2013');
    // Without a memory it is taken as it is: the second route judges it.
    await market.staked.set(ether('1.3'));
    expect(value(await readAt(open(), midnight + 1_200), market.stakedId)).toBe('1.3');
    await market.staked.set(ether('1.2013'));
  });

  test('a contract that does not answer as one has no reading, the others have', async () => {
    const gone = { ...market.book.rates.get(market.stakedId)!, address: `0x${'11'.repeat(20)}` as const };
    const book = { ...market.book, rates: new Map(market.book.rates).set(gone.id, gone) };
    const lost = createOnchainSource({ book, rpcUrls: new Map([[31_337, [proxy.url]]]), clock });
    const mark = midnight + 1_500;
    expect(reasons(await readAt(lost, mark))).toEqual({ [gone.id]: 'not_listed' });
  });

  test('a mark that is read late gets the rate of the block that it is read at, up to six hours later', async () => {
    const mark = midnight + 1_800;
    await readAt(source, mark + 3 * 3_600);
    const late = await readAt(source, mark, [market.stakedId]);
    expect([...late.keys()]).toEqual([market.stakedId]);
    expect(late.get(market.stakedId)).toMatchObject({ ok: true, block: { at: (mark + 3 * 3_600 + 30) * 1000 } });
    await market.chain.mineAt(mark + 7 * 3_600);
    expect(value(await readAt(source, mark, [market.stakedId]), market.stakedId)).toBe('old_observation');
  });
});

test.skipIf(anvilPath === undefined)('the check at the start asks the contracts of rates as well', async () => {
  const check = async (data: YieldMarket['data']) =>
    await checkBook(openBook(data), new Map([[31_337, [market.chain.url]]]), 2_000);
  const { data } = market;
  const { rates, without } = await check(data);
  expect(rates.get(market.stakedId)?.faults).toEqual([]);
  // The token that is made here knows no asset().
  expect(rates.get(market.savedId)?.faults).toEqual(['its asset is undefined, not USDC']);
  expect([...without]).toEqual([['SDAI-USD', 'SAVE/USDC on Local: its asset is undefined, not USDC']]);
  const [staked, saved] = data.rates!;
  const plain = await check({ ...data, rates: [{ ...staked!, base: 'USDT', quote: 'USDC' }, saved!], routes: [] });
  expect([...plain.rates.values()][0]).toMatchObject({
    value: undefined,
    faults: ['its contract does not answer stEthPerToken()'],
  });
});

describe.skipIf(anvilPath === undefined)('jumps', () => {
  test('a pool that moves alone is not used; when the other one has moved as far, both are', async () => {
    const source = open();
    const { ethUsdc, ethUsdt, stEth } = market.pools;
    const close = midnight + day;
    await readAt(source, close - 300);
    const atClose = await readAt(source, close);
    expect(reasons(atClose)).toEqual({});
    await ethUsdc.tradeTo(2_600, close + 60);
    const alone = await readAt(source, close + 3_600);
    expect(reasons(alone)).toEqual({ [market.id(ethUsdc)]: 'jump' });
    // Asked for alone, it is judged by the pools that it was not asked for with.
    expect(reasons(await readAt(source, close + 3_600, [market.id(ethUsdc)]))).toEqual({
      [market.id(ethUsdc)]: 'jump',
    });
    expect(reasons(await readAt(source, close + 3_600, [market.id(stEth)]))).toEqual({});
    // After a start it is still known what the close was.
    const again = open();
    const stored = new Map([[(close - 1_800) * 1000, await readAt(open(), close - 1_800)]]);
    again.resume(undefined, stored.set(close * 1000, atClose));
    expect(reasons(await readAt(again, close + 3_600))).toEqual({ [market.id(ethUsdc)]: 'jump' });
    await ethUsdt.tradeTo(2_590, close + 3_660);
    expect(reasons(await readAt(source, close + 7_200))).toEqual({});
    expect(reasons(await readAt(source, close + 7_200, [market.id(ethUsdc)]))).toEqual({});
    // The half hour in which the second one was still on its way: of its marks none confirms.
    const between = await readAt(source, close + 4_500);
    expect(reasons(between)).toMatchObject({ [market.id(ethUsdc)]: 'jump' });
    await ethUsdc.tradeTo(2_000, close + 7_260);
    await ethUsdt.tradeTo(2_000, close + 7_261);
  });
});

describe.skipIf(anvilPath === undefined)('a league', () => {
  let league: League;
  let t0: number;
  afterEach(async () => await league?.close());

  /** In a block that nobody has read: the state of the newest one is changed in its place. */
  async function setRate(rate: string): Promise<void> {
    await market.chain.client.mine({ blocks: 1, interval: 1 });
    await market.staked.set(ether(rate));
  }

  async function goTo(seconds: number): Promise<void> {
    await market.chain.mineAt(t0 + seconds - 4);
    clock.set((t0 + seconds) * 1000);
    await league.advanceTo((t0 + seconds) * 1000);
  }

  test('an order for a yield token fills at its rate, waits while the rate is not believed, and is rejected when the market does not pay it', async () => {
    t0 = Math.ceil(((await market.chain.now()) + 3_600) / 3_600) * 3_600;
    clock.set(t0 * 1000);
    await market.staked.set(ether('1.2013'));
    league = await openLeague({ start: new Date(t0 * 1000).toISOString(), source: open() });
    await market.chain.mineAt(t0);
    const bot = await league.enter({ league: 'defi_income' });
    const order = await bot.weights({ 'WSTETH-USD': 0.5 });
    await goTo(2_100 + 40);
    const filled = await bot.order(order.order_id);
    expect(filled).toMatchObject({ state: 'filled' });
    expect(Number(filled.trades[0]!.fill_price) / (1.2013 * 2_000)).toBeCloseTo(1, 3);

    const waits = await bot.weights({ 'WSTETH-USD': 0.4 });
    await setRate('1.3');
    await goTo(4_500 + 40);
    expect(await bot.order(waits.order_id)).toMatchObject({ state: 'pending', reason_code: 'waiting_for_price' });
    // The last good rate is known from the readings that are stored.
    await league.stop();
    const { database } = league;
    league = await openLeague({ start: new Date(clock.now()).toISOString(), source: open(), database });
    const again = createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });
    await goTo(4_800 + 40);
    expect(await again.order(waits.order_id)).toMatchObject({ state: 'pending', reason_code: 'waiting_for_price' });
    await setRate('1.2014');
    await goTo(5_100 + 40);
    const late = await again.order(waits.order_id);
    expect(late).toMatchObject({ state: 'filled', window: waits.window });

    // The market pays 2% less than the contract says.
    const apart = await again.weights({ 'WSTETH-USD': 0.3 });
    await market.pools.stEth.tradeTo(1.2014 * 0.98, t0 + 5_200);
    await goTo(7_500 + 40);
    expect(await again.order(apart.order_id)).toMatchObject({
      state: 'rejected',
      reason_code: 'pools_apart',
      rejection: { symbol: 'WSTETH-USD' },
    });
    // Rates are told again, too, in the state of the block in which each was read.
    await market.chain.client.mine({ blocks: 64, interval: 2 });
    await goTo(7_800 + 40);
    const checks = await league.app.storage.db.selectFrom('ledger.block_checks').selectAll().execute();
    expect(checks.length).toBeGreaterThan(5);
    expect(new Set(checks.map((c) => `${c.outcome} ${c.unread}`))).toEqual(new Set(['final 0']));
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });
});
