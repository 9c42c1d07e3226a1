/**
 * The recorded minutes of two real pools, traded again at their real times into two pools of a local chain, read back by the adapter,
 * and compared with the replay source. Half a day is done here, the one with the crash of 17 August 2023; docs/pricing.md has the
 * figures of all four days.
 */
import { expect, test } from 'vitest';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { formatFixed, priceScale } from '../../src/lib/decimal.ts';
import { windowPrice } from '../../src/flow/price/price.ts';
import { markMs, windowMs } from '../../src/flow/window/window.ts';
import { openBook } from '../../src/market/onchain/book.ts';
import { createOnchainSource } from '../../src/market/onchain/onchain.ts';
import { createReplaySource } from '../../src/market/replay/replay.ts';
import type { Leg, MarkReadings, PriceSource } from '../../src/market/source.ts';
import { makeReplayFolder, recordingsThere } from '../acceptance/recorded-days.ts';
import { anvilPath, startChain } from './anvil.ts';
import { deployUniswap } from './uniswap.ts';

const from = Date.parse('2023-08-17T12:00:00Z');
const to = Date.parse('2023-08-18T00:00:00Z');

function priceOf(source: PriceSource, leg: Leg, a: MarkReadings, b: MarkReadings, start: number): number {
  const route = { symbol: 'ETH-USD', primary: [leg], second: [leg] };
  const price = windowPrice(route, source.pools, a, b, start, start + windowMs);
  if (price.state !== 'agreed') throw new Error(JSON.stringify(price));
  return Number(formatFixed(price.price, priceScale));
}

/** Of the prices that hold in [start, start + 30 min), each of them `late` seconds later than recorded. */
function geometricMean(minutes: ReadonlyMap<number, bigint>, start: number, late: number): number {
  const log = (t: number): number => Math.log(Number(minutes.get(t) ?? 0n) / 1e40);
  const end = start + windowMs;
  let sum = late * (log(start - 60_000) - log(end - 60_000));
  for (let t = start; t < end; t += 60_000) sum += 60 * log(t);
  return Math.exp(sum / (windowMs / 1000));
}

function quantiles(list: readonly number[]): number[] {
  const sorted = list.toSorted((x, y) => x - y);
  return [0.5, 0.95, 1].map((q) => sorted[Math.floor(q * (sorted.length - 1))] ?? Infinity);
}

test.skipIf(anvilPath === undefined || !recordingsThere)('half a day of two pools', { timeout: 300_000 }, async () => {
  const recorded = makeReplayFolder();
  const chain = await startChain(from / 1000 - 7_200);
  try {
    const replay = createReplaySource({ folder: recorded.folder });
    const uniswap = await deployUniswap(chain, { USDC: 6, WETH: 18, USDT: 6 });
    const [polygon, ethereum] = [
      await uniswap.createPool({ base: 'WETH', quote: 'USDC', fee: 500, price: 1_800, depth: 20e6, slots: 300 }),
      await uniswap.createPool({ base: 'WETH', quote: 'USDC', fee: 3000, price: 1_800, depth: 20e6, slots: 300 }),
    ];
    const peg = await uniswap.createPool({ base: 'USDC', quote: 'USDT', fee: 100, price: 1, depth: 50e6 });
    const book = openBook({
      id: 'recorded',
      chains: [uniswap.chain],
      tokens: uniswap.tokens,
      pools: [polygon, ethereum, peg],
      routes: [
        { symbol: 'ETH-USD', token: 'WETH', primary: ['31337 WETH/USDC 500'], second: ['31337 WETH/USDC 3000'] },
      ],
      dollars: ['USDC', 'USDT'],
      pegs: ['31337 USDC/USDT 100'],
      depthMin: { USDC: 250_000, USDT: 250_000 },
    });
    const clock = createSteppedClock(from);
    const source = createOnchainSource({ book, clock });
    const route = source.routes.get('ETH-USD')!;

    const pairs = [
      { pool: polygon, minutes: recorded.first, id: 'polygon', leg: route.primary[0]! },
      { pool: ethereum, minutes: recorded.second, id: 'ethereum', leg: route.second[0]! },
    ] as const;
    /** How far the adapter is from the geometric mean of the recorded minutes, and from the replay's arithmetic one, in bps. */
    const off = {
      polygon: { geometric: [] as number[], replay: [] as number[] },
      ethereum: { geometric: [] as number[], replay: [] as number[] },
    };
    const read = new Map<number, MarkReadings>();
    const held = new Map<string, number>();
    for (let t = from; t <= to; t += 60_000) {
      // One block has one trade: the second pool's come a second later.
      for (const [i, { pool, minutes, id }] of pairs.entries()) {
        const price = Number(minutes.get(t) ?? 0n) / 1e40;
        if (price === 0 || price === held.get(id)) continue;
        held.set(id, price);
        if (id === 'polygon')
          await pool.tradeToTick(Math.round(-Math.log(price / 1e12) / Math.log1p(0.0001)), t / 1000);
        else await pool.tradeTo(price, t / 1000 + i);
      }
      if (t % markMs !== 0) continue;
      await chain.mineAt(t / 1000 + 36);
      clock.set(t + 40_000);
      const now = await source.read(t);
      read.set(t, now);
      const before = read.get(t - windowMs);
      if (!before) continue;
      const [a, b] = [await replay.read(t - windowMs), await replay.read(t)];
      for (const [i, { id, leg, minutes }] of pairs.entries()) {
        const ours = priceOf(source, leg, before, now, t - windowMs);
        const theirs = priceOf(replay, { pool: id }, a, b, t - windowMs);
        off[id].replay.push(Math.abs(ours / theirs - 1) * 10_000);
        off[id].geometric.push(Math.abs(ours / geometricMean(minutes, t - windowMs, i) - 1) * 10_000);
      }
    }
    if (process.env['PAPERTAPE_TEST_SHOW'])
      process.stdout.write(
        `${JSON.stringify(off, (_, v: unknown) => (Array.isArray(v) ? quantiles(v as number[]) : v))}\n`,
      );
    const windows = (to - from - windowMs) / markMs + 1;
    // Recorded ticks come back as they are; a recorded price comes back as the tick below it.
    expect(off.polygon.geometric).toHaveLength(windows);
    expect(Math.max(...off.polygon.geometric)).toBeLessThan(0.001);
    expect(Math.max(...off.ethereum.geometric)).toBeLessThan(1);
    // The replay takes arithmetic means. The two differ by what the price moved about within the window: most in the crash.
    for (const { replay: list } of Object.values(off)) {
      const [median = Infinity, p95 = Infinity, most = Infinity] = quantiles(list);
      expect(median).toBeLessThan(0.5);
      expect(p95).toBeLessThan(1.5);
      expect(most).toBeLessThan(6);
    }
  } finally {
    await chain.close();
    recorded.remove();
  }
});
