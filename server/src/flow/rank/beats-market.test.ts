import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BaselineValue } from './baseline-value.ts';
import { beatsMarket, isAboveAll, returnsSince } from './beats-market.ts';

const at = (values: Record<string, string>): BaselineValue[] =>
  Object.entries(values).map(([id, value]) => ({ id, name: id, value, return_bps: 0, stale: false }));
const returns = (then: Record<string, string> | undefined, now: Record<string, string>): Record<string, number> =>
  Object.fromEntries(returnsSince(then && at(then), at(now)));

describe('returns of the baselines since a first fill', () => {
  test('go from their value then to their value now', () => {
    expect(returns({ a: '110000', b: '80000' }, { a: '121000', b: '72000' })).toEqual({ a: 1_000, b: -1_000 });
  });

  test('go from what they were bought with where they were bought later, or not known', () => {
    expect(returns(undefined, { a: '121000' })).toEqual({ a: 2_100 });
    expect(returns({ b: '5' }, { a: '121000' })).toEqual({ a: 2_100 });
  });

  test('are made of values as shown: cents, then 2 decimals of a percent, halves away from zero', () => {
    expect(returns({ a: '100000.004' }, { a: '100005.00499' })).toEqual({ a: 1 });
    expect(returns({ a: '100000' }, { a: '100004.99' })).toEqual({ a: 0 });
    expect(returns({ a: '0.004' }, { a: '10' })).toEqual({ a: 0 });
  });
});

describe('ahead of the market', () => {
  test.each([
    [1_001, [1_000], true],
    [1_000, [1_000], false],
    [999, [1_000], false],
    [5, [-3, 4, 5], false],
    [6, [-3, 4, 5], true],
    [-1, [-2, -3], true],
    [0, [0, -1], false],
    [100, [], false],
  ])('%s against %j: %s', (bps, baselines, ahead) => {
    expect(isAboveAll(bps, new Map(baselines.map((b, i) => [String(i), b])))).toBe(ahead);
  });

  test('a bot that does what a baseline does is not ahead, whenever it begins', () => {
    const money = fc.integer({ min: 1_000_000, max: 1_000_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(money, money, (then, now) => {
        const since = returnsSince(at({ a: then }), at({ a: now }));
        // $100,000 that moved like the baseline, rounded as a bot's value is.
        const cents = Math.round((1e7 * Number(now)) / Number(then));
        const bps = Math.round(((cents - 1e7) * 10_000) / 1e7);
        // The two are rounded apart: a hundredth of a percent is the most that they can differ by.
        expect(Math.abs(bps - (since.get('a') ?? Number.NaN))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('a bot without a valued fill does not beat the market, whatever the market did', () => {
  const now = [{ id: 'equal_weight', name: 'Equal weight', value: '90000', return_bps: -1_000, stale: false }];
  expect(beatsMarket({ bps: 0, firstFillAt: null }, () => undefined, now)).toBe(false);
  expect(beatsMarket({ bps: 0, firstFillAt: 1 }, () => undefined, now)).toBe(true);
  expect(beatsMarket({ bps: 0, firstFillAt: 1 }, () => now, now)).toBe(false);
  expect(beatsMarket({ bps: 1, firstFillAt: 1 }, () => now, now)).toBe(true);
});
