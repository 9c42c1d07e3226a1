/**
 * The recorded minutes of two real pools, 14 to 17 August 2023, traded again at their real times into two pools of a local chain, read
 * back by the adapter at every mark, and compared with the replay source.
 */
import { expect, test } from 'vitest';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { formatFixed, priceScale } from '../../src/lib/decimal.ts';
import { windowPrice } from '../../src/flow/price/price.ts';
import { markMs, windowMs } from '../../src/lib/time.ts';
import { openBook } from '../../src/sources/onchain/book.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import { createReplaySource } from '../../src/sources/replay/replay.ts';
import type { Leg } from '../../src/league/symbol.ts';
import type { MarkReadings, PriceSource } from '../../src/sources/source.ts';
import { makeReplayFolder, recordedFrom as from, recordedTo as to } from '../acceptance/recorded-days.ts';
import { anvilPath, startChain } from './anvil.ts';
import { deployUniswap } from './uniswap.ts';

function priceOf(source: PriceSource, leg: Leg, a: MarkReadings, b: MarkReadings, start: number): number {
  const route = { symbol: 'ETH-USD', primary: [leg], second: [leg] };
  const price = windowPrice(route, source.pools, a, b, start, start + windowMs);
  if (price.state !== 'agreed') throw new Error(JSON.stringify(price));
  return Number(formatFixed(price.price, priceScale));
}

/** Of the prices that hold in [start, start + 30 min). */
function geometricMean(minutes: ReadonlyMap<number, bigint>, start: number): number {
  let sum = 0;
  for (let t = start; t < start + windowMs; t += 60_000) sum += Math.log(Number(minutes.get(t) ?? 0n) / 1e40);
  return Math.exp(sum / (windowMs / 60_000));
}

function quantiles(list: readonly number[]): number[] {
  const sorted = list.toSorted((x, y) => x - y);
  return [0.5, 0.95, 1].map((q) => sorted[Math.floor(q * (sorted.length - 1))] ?? Infinity);
}

test.skipIf(anvilPath === undefined)('four days of two pools', { timeout: 300_000 }, async () => {
  const recorded = makeReplayFolder();
  const chain = await startChain(from / 1000 - 7_200, ['--prune-history', '50']);
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
      rates: [],
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
    await chain.client.setBlockTimestampInterval({ interval: 60 });
    let head = 0;
    for (let t = from; t <= to + 60_000; t += 60_000) {
      const wants = pairs.flatMap(({ pool, minutes, id }) => {
        const price = Number(minutes.get(t) ?? 0n) / 1e40;
        if (price === 0 || price === held.get(id)) return [];
        held.set(id, price);
        return id === 'polygon'
          ? pool.wantTick(Math.round(-Math.log(price / 1e12) / Math.log1p(0.0001)))
          : pool.wantPrice(price);
      });
      // The second of the trade is the first one at the new price.
      if (wants.length > 0) {
        await uniswap.tradeTogether(wants, head === t - 60_000 ? undefined : t / 1000);
        head = t;
      }
      // A mark is read a minute after it.
      const mark = t - 60_000;
      if (mark < from || mark % markMs !== 0) continue;
      if (head !== t) await chain.mineAt(t / 1000);
      head = t;
      clock.set(t + 4_000);
      const now = await source.read(mark);
      read.set(mark, now);
      const start = mark - windowMs;
      const before = read.get(start);
      // The recordings of one pool begin a minute after midnight: there is no mean of the first window.
      if (!before || start === from) continue;
      const [a, b] = [await replay.read(start), await replay.read(mark)];
      for (const { id, leg, minutes } of pairs) {
        const ours = priceOf(source, leg, before, now, start);
        const theirs = priceOf(replay, { pool: id }, a, b, start);
        off[id].replay.push(Math.abs(ours / theirs - 1) * 10_000);
        off[id].geometric.push(Math.abs(ours / geometricMean(minutes, start) - 1) * 10_000);
      }
    }
    if (process.env['PAPERTAPE_TEST_SHOW'])
      process.stdout.write(
        `${JSON.stringify(off, (_, v: unknown) => (Array.isArray(v) ? quantiles(v as number[]) : v))}\n`,
      );
    const windows = (to - from - windowMs) / markMs;
    expect(windows).toBe(1_146);
    // Recorded ticks come back as they are; a recorded price comes back as the tick below it.
    expect(off.polygon.geometric).toHaveLength(windows);
    expect(Math.max(...off.polygon.geometric)).toBeLessThan(0.001);
    expect(Math.max(...off.ethereum.geometric)).toBeLessThan(1);
    // The replay takes arithmetic means. The two differ by what the price moved about within the window: most in the crash.
    for (const [id, most] of [
      ['polygon', [0.01, 0.1, 5]],
      ['ethereum', [0.6, 1, 7]],
    ] as const)
      for (const [i, q] of quantiles(off[id].replay).entries()) expect(q, `${id} ${i}`).toBeLessThan(most[i] ?? 0);
  } finally {
    await chain.close();
    recorded.remove();
  }
});
