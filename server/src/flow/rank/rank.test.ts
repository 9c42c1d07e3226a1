import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import { boardOrder, rankByValue, returnBetweenBps, returnBps, startValueCents, valueCents } from './rank.ts';

const ranks = (cents: readonly number[]): { rank: number[]; tied: number[]; order: number[] } => {
  const ranking = rankByValue(Float64Array.from(cents));
  return { rank: [...ranking.rank], tied: [...ranking.tied], order: [...boardOrder(ranking)] };
};
/** Few different values, so that ties are common; some of them a cent apart, some huge. */
const values = fc.array(fc.oneof(fc.integer({ min: 9_999_990, max: 10_000_010 }), fc.integer({ min: 0, max: 9e15 })), {
  maxLength: 60,
});

describe('rank', () => {
  test.each<[string, number[], number[], number[], number[]]>([
    ['nobody', [], [], [], []],
    ['one bot', [10_000_000], [1], [0], [0]],
    ['the example of the contract', [10_100_000, 9_900_000, 10_100_000], [1, 3, 1], [1, 0, 1], [0, 2, 1]],
    ['1, 1, 3', [5, 5, 4], [1, 1, 3], [1, 1, 0], [0, 1, 2]],
    ['1, 2, 2, 4', [4, 7, 9, 7], [4, 2, 1, 2], [0, 1, 0, 1], [2, 1, 3, 0]],
    ['all tied before the first close', [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [0, 1, 2, 3]],
    ['a cent is enough', [10_000_001, 10_000_002], [2, 1], [0, 0], [1, 0]],
    ['nothing left, twice', [0, 0, 1], [2, 2, 1], [1, 1, 0], [2, 0, 1]],
  ])('%s', (_name, cents, rank, tied, order) => {
    expect(ranks(cents)).toEqual({ rank, tied, order });
  });

  test('is one more than the number of better bots; tied with whoever has the same', () => {
    fc.assert(
      fc.property(values, (cents) => {
        const { rank, tied } = ranks(cents);
        expect(rank).toEqual(cents.map((c) => 1 + cents.filter((other) => other > c).length));
        expect(tied).toEqual(cents.map((c) => (cents.filter((other) => other === c).length > 1 ? 1 : 0)));
      }),
    );
  });

  test('the board has everyone once, best first, equals in order of registration', () => {
    fc.assert(
      fc.property(values, (cents) => {
        const naive = cents.map((c, i) => ({ c, i })).sort((a, b) => b.c - a.c || a.i - b.i);
        expect(ranks(cents).order).toEqual(naive.map(({ i }) => i));
      }),
    );
  });

  test('does not depend on the place in the list', () => {
    fc.assert(
      fc.property(values, fc.nat(), (cents, by) => {
        const turn = <T>(list: readonly T[]): T[] => [
          ...list.slice(by % (list.length || 1)),
          ...list.slice(0, by % (list.length || 1)),
        ];
        expect(ranks(turn(cents)).rank).toEqual(turn(ranks(cents).rank));
      }),
    );
  });

  test('leaves the values that it was given in their order', () => {
    const cents = Float64Array.from([1, 3, 2]);
    rankByValue(cents);
    expect([...cents]).toEqual([1, 3, 2]);
  });
});

describe('return', () => {
  const value = (t: string): bigint => parseFixed(t, moneyScale);
  test.each([
    ['100000', 10_000_000, 0],
    ['102000', 10_200_000, 200],
    ['0', 0, -10_000],
    ['250000', 25_000_000, 15_000],
    ['100004.99', 10_000_499, 0],
    ['100004.99499999', 10_000_499, 0],
    ['100004.995', 10_000_500, 1], // shown as 100,005.00, and so returns 0.01%
    ['100005', 10_000_500, 1],
    ['99995.01', 9_999_501, 0],
    ['99995', 9_999_500, -1], // halves away from zero, as for a gain
    ['100014.99', 10_001_499, 1],
    ['100015', 10_001_500, 2],
    ['0.00499999', 0, -10_000],
    ['0.005', 1, -10_000],
  ])('a value of $%s is %s cents and a return of %s hundredths of a percent', (text, cents, bps) => {
    expect(valueCents(value(text))).toBe(cents);
    expect(returnBps(cents)).toBe(bps);
    expect(Object.is(returnBps(cents), -0)).toBe(false);
  });

  test('is what anyone computes from the value as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (cents) => {
        const bps = returnBps(cents);
        // |bps/10000 - (cents/start - 1)| is at most half of the last digit, and a half goes away from zero.
        const error = Math.abs(bps * 1_000 - (cents - startValueCents));
        expect(error).toBeLessThanOrEqual(500);
        if (error === 500) expect(Math.abs(bps * 1_000)).toBeGreaterThan(Math.abs(cents - startValueCents));
        expect(returnBetweenBps(startValueCents, cents)).toBe(bps);
      }),
    );
  });

  test('between two values, of a week or a day', () => {
    expect(startValueCents).toBe(10_000_000);
    expect(returnBetweenBps(10_000, 10_100)).toBe(100);
    expect(returnBetweenBps(30_000, 10_000)).toBe(-6_667);
    expect(returnBetweenBps(10_000, 30_000)).toBe(20_000);
    expect(returnBetweenBps(20_000, 20_001)).toBe(1); // 0.5 of the last digit
    expect(returnBetweenBps(20_000, 19_999)).toBe(-1);
    expect(returnBetweenBps(20_001, 20_000)).toBe(0);
    expect(returnBetweenBps(1, 90_000_000_000_000)).toBe(899_999_999_999_990_000);
  });

  test('ordering by cents is ordering by return, then value', () => {
    const near = fc.integer({ min: 9_990_000, max: 10_010_000 });
    fc.assert(
      fc.property(near, near, (a, b) => {
        const byReturn = returnBps(a) - returnBps(b) || a - b;
        expect(Math.sign(byReturn)).toBe(Math.sign(a - b));
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(values, (cents) => {
        const better = (a: number, b: number): boolean =>
          returnBps(a) > returnBps(b) || (returnBps(a) === returnBps(b) && a > b);
        expect(ranks(cents).rank).toEqual(cents.map((c) => 1 + cents.filter((other) => better(other, c)).length));
      }),
      { numRuns: 30 },
    );
  });
});
