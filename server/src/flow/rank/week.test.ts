import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareWeeks, rankWeek, type WeekResults } from './week.ts';

test('the example of the header: of equal ones the earlier registration first', () => {
  const bots = {
    weekBps: [1_000, 1_000, 1_000, -1_000],
    cents: [11_000, 5_500, 11_000, 9_000],
    registeredAt: [9, 8, 7, 6],
  };
  const { order, rank, tied } = rankWeek(bots);
  expect(Array.from(rank)).toEqual([1, 3, 1, 4]);
  expect(Array.from(tied)).toEqual([1, 0, 1, 0]);
  expect(Array.from(order)).toEqual([2, 0, 1, 3]);
});

test('a league without bots has an empty ranking', () => {
  const { order, rank } = rankWeek({ weekBps: [], cents: [], registeredAt: [] });
  expect([order.length, rank.length]).toEqual([0, 0]);
});

const small = fc.integer({ min: 0, max: 2 });
const league = fc.array(fc.tuple(small, small, small), { maxLength: 30 }).map((bots): WeekResults => ({
  weekBps: bots.map((b) => b[0]),
  cents: bots.map((b) => b[1]),
  registeredAt: bots.map((b) => b[2]),
}));

test('a rank is 1 plus the bots with a better week, and equal weeks share it', () => {
  fc.assert(
    fc.property(league, (bots) => {
      const { order, rank, tied } = rankWeek(bots);
      const key = (i: number): number => (bots.weekBps[i] as number) * 10 + (bots.cents[i] as number);
      const all = Array.from(order);
      expect(all.toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i));
      for (const i of all) {
        expect(rank[i]).toBe(1 + all.filter((j) => key(j) > key(i)).length);
        expect(tied[i]).toBe(all.some((j) => j !== i && key(j) === key(i)) ? 1 : 0);
      }
      for (const [k, i] of all.entries())
        if (k > 0) expect(compareWeeks(bots, all[k - 1] as number, i)).toBeLessThan(0);
    }),
  );
});
