/** Looking back over the simulated market: whichever way a reader goes, the digits are the same and the work is small. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCumulatives, type Cumulatives } from './cumulatives.ts';
import { createPools, createSeries } from './layout.ts';
import { createMinutePrices } from './minute-prices.ts';

/** Nodes of a day. */
const day = 288;
/** Not at 00:00 UTC: a league opens at any mark. */
const originNode = 2_060_000;
const symbols = ['BTC-USD', 'LINK-USD'];

/** @param counted how many times five minutes of a pool were made. */
function market(counted = { made: 0 }): { cumulatives: Cumulatives; pools: number } {
  const { series, paths } = createSeries('7', symbols);
  const pools = [...createPools('7', symbols, series, []).pools.values()];
  const prices = createMinutePrices(series, paths, originNode, pools);
  const counting = { of: (...args: Parameters<typeof prices.of>) => (counted.made++, prices.of(...args)) };
  return { cumulatives: createCumulatives(pools, counting, originNode), pools: pools.length };
}

test('marks of many days, asked for in any order, before and after a resume: the sums of a market that went forward', () => {
  const forward = market().cumulatives;
  const exact = Array.from({ length: 9 * day + 1 }, (_, i) => forward.at(originNode + i));
  const step = fc.integer({ min: 0, max: 9 * day });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), step, (asked, resumed) => {
      const { cumulatives } = market();
      for (const i of asked) expect(cumulatives.at(originNode + i)).toEqual(exact[i]);
      cumulatives.resume(originNode + resumed, new Map());
      for (const i of asked) expect(cumulatives.at(originNode + i)).toEqual(exact[i]);
    }),
    { numRuns: 25, seed: 12 },
  );
});

test('a look back from far ahead adds up half a day at most, and a reader of the past goes on from where it was', () => {
  const counted = { made: 0 };
  const { cumulatives, pools } = market(counted);
  const now = originNode + 500 * day;
  cumulatives.at(now);
  /** Five-minute steps since the last call. */
  const steps = (): number => {
    const made = counted.made / pools;
    counted.made = 0;
    return made;
  };
  expect(steps()).toBe(500 * day);
  for (const back of [100, 1_000, 20_000, 499 * day]) {
    cumulatives.at(now - back);
    // Sums of 500 days were thinned: those that are left are two days apart.
    expect(steps()).toBeLessThanOrEqual(day);
  }
  // 30 windows of half an hour, a day apart, as a strategy asks for them, and 200 an hour apart.
  cumulatives.at(now - 30 * day);
  steps();
  for (let i = 30; i >= 1; i--) for (const end of [6, 0]) cumulatives.at(now - i * day - end);
  expect(steps()).toBeLessThanOrEqual(30 * (day / 2 + 6));
  cumulatives.at(now - 200 * 12 - 6);
  steps();
  for (let i = 200; i >= 1; i--) for (const end of [6, 0]) cumulatives.at(now - i * 12 - end);
  expect(steps()).toBeLessThanOrEqual(200 * 12);
});
