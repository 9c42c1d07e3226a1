import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededUniform } from '../../../lib/seeded-random.ts';
import { blockLength, bootstrapSamples, meanInterval } from './bootstrap.ts';

/** Plain: a list of days for each sample, nothing summed ahead. */
function naive(series: readonly number[], uniform: () => number): { low: number; high: number } {
  const n = series.length;
  const means = Array.from({ length: bootstrapSamples }, () => {
    const days: number[] = [];
    while (days.length < n) {
      const start = Math.floor(uniform() * n);
      for (let i = 0; i < blockLength(n) && days.length < n; i++) days.push(series[(start + i) % n] as number);
    }
    return days.reduce((a, b) => a + b, 0) / n;
  }).sort((a, b) => a - b);
  const point = (p: number): number => {
    const at = (means.length - 1) * p;
    const [low, high] = [means[Math.floor(at)] as number, means[Math.ceil(at)] as number];
    return low + (high - low) * (at % 1);
  };
  return { low: point(0.025), high: point(0.975) };
}

const drawn = (seed: number, n: number, mean: number): number[] => {
  const uniform = seededUniform(seed);
  return Array.from({ length: n }, () => mean + (uniform() + uniform() + uniform() + uniform() - 2) / 50);
};

describe('bootstrap of the mean', () => {
  test.each([
    [1, 1],
    [2, 2],
    [8, 2],
    [9, 3],
    [27, 3],
    [28, 4],
    [1000, 10],
    [1001, 11],
  ])('of %i days is made of blocks of %i', (n, length) => {
    expect(blockLength(n)).toBe(length);
  });

  test('is that of plain lists of days', () => {
    for (const n of [1, 2, 5, 20, 27, 100]) {
      const series = drawn(n, n, 0.001);
      const fast = meanInterval(series, seededUniform(9));
      const slow = naive(series, seededUniform(9));
      expect(fast?.low).toBeCloseTo(slow.low, 14);
      expect(fast?.high).toBeCloseTo(slow.high, 14);
    }
  });

  test('is the same for the same seed, another for another', () => {
    const series = drawn(1, 60, 0);
    const interval = (seed: number) => meanInterval(series, seededUniform(seed));
    expect(interval(5)).toEqual(interval(5));
    expect(interval(5)).not.toEqual(interval(6));
  });

  test('of days that are all the same is that point', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 1, max: 40 }), (x, n) => {
        const interval = meanInterval(Array<number>(n).fill(x), seededUniform(1));
        expect(interval?.low).toBeCloseTo(x, 14);
        expect(interval?.high).toBe(interval?.low);
      }),
      { numRuns: 20 },
    );
    expect(meanInterval([], seededUniform(1))).toBeUndefined();
  });

  test('holds the true mean about as often as it says', () => {
    let held = 0;
    const rounds = 200;
    for (let seed = 1; seed <= rounds; seed++) {
      const interval = meanInterval(drawn(seed * 7919, 100, 0.002), seededUniform(seed));
      if (interval && interval.low <= 0.002 && 0.002 <= interval.high) held++;
    }
    // 95% of 200 is 190; percentile intervals of 100 days are a little narrow.
    expect(held).toBeGreaterThanOrEqual(176);
    expect(held).toBeLessThanOrEqual(198);
  });
});
