import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beatsHouse,
  bestFirst,
  boardCounts,
  placeOf,
  rankNow,
  rankRangeNow,
  standingNow,
  type RankNow,
} from './board.ts';
import { boardOrder, rankByValue, startValueCents } from './rank.ts';

const start = startValueCents;

test('the example of the header', () => {
  const counts = boardCounts({ above: 1, at: 1, valued: 3 }, 2);
  expect(counts.total).toBe(5);
  const close = (rank: number, cents: number) => rankNow({ rank, tied: false, cents }, counts);
  expect(close(1, start + 100_000)).toEqual({ rank: 1, tied: false });
  expect(close(2, start)).toEqual({ rank: 2, tied: true });
  expect(rankNow(undefined, counts)).toEqual({ rank: 2, tied: true });
  expect(close(3, start - 100_000)).toEqual({ rank: 5, tied: false });
});

test('the first newcomer of an empty league is first and alone; two of them are tied', () => {
  expect(rankNow(undefined, boardCounts(undefined, 1))).toEqual({ rank: 1, tied: false });
  expect(rankNow(undefined, boardCounts(undefined, 2))).toEqual({ rank: 1, tied: true });
});

/** Values around the start value, so that many are equal and some are exactly there. */
const values = fc.array(
  fc.integer({ min: -3, max: 3 }).map((d) => start + d),
  { maxLength: 40 },
);

test('ranks and places now are those of a board on which the newcomers were valued at $100,000', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 5 }), (valued, fresh) => {
      const close = rankByValue(Float64Array.from(valued));
      const counts = boardCounts(
        {
          above: valued.filter((c) => c > start).length,
          at: valued.filter((c) => c === start).length,
          valued: valued.length,
        },
        fresh,
      );
      const all = [...valued, ...Array.from({ length: fresh }, () => start)];
      const together = rankByValue(Float64Array.from(all));
      const now = all.map((cents, i): RankNow =>
        rankNow(i < valued.length ? { rank: close.rank[i]!, tied: close.tied[i] === 1, cents } : undefined, counts),
      );
      expect(now).toEqual(all.map((_, i) => ({ rank: together.rank[i], tied: together.tied[i] === 1 })));

      const order = boardOrder(close);
      const shown = all.map((_, index) => {
        const { kind, position } = placeOf(index, counts);
        return kind === 'valued' ? order[position] : valued.length + position;
      });
      expect(shown).toEqual(Array.from(boardOrder(together)));
    }),
  );
});

test('a retired bot keeps the rank of the last close that ranked it, and has none from the next one on', () => {
  const counts = boardCounts({ above: 2, at: 0, valued: 4 }, 1);
  const last = { rank: 3, tied: false, cents: start - 1, close: 10 };
  expect(standingNow({ isRetired: true, last }, 10, counts)).toEqual({ rank: 4, tied: false });
  expect(standingNow({ isRetired: true, last }, 20, counts)).toEqual({ rank: null, tied: false });
  expect(standingNow({ isRetired: true, last: undefined }, undefined, counts)).toEqual({ rank: null, tied: false });
  expect(standingNow({ isRetired: false, last: undefined }, 20, counts)).toEqual({ rank: 3, tied: false });
});

test('newcomers move both ends of an interval below the start value, and the lower end of one that reaches it', () => {
  const range = { from: 3, to: 7 };
  expect(rankRangeNow(range, [start - 200, start - 100], 2)).toEqual({ from: 5, to: 9 });
  expect(rankRangeNow(range, [start - 100, start], 2)).toEqual({ from: 3, to: 9 });
  expect(rankRangeNow(range, [start, start + 100], 2)).toEqual({ from: 3, to: 9 });
  expect(rankRangeNow(range, [start + 1, start + 100], 2)).toEqual({ from: 3, to: 7 });
});

test('the house is beaten by a strictly better rank than all of its bots', () => {
  const house = [{ rank: 4 }, { rank: 2 }];
  expect(beatsHouse({ rank: 1, house: false }, house)).toBe(true);
  expect(beatsHouse({ rank: 2, house: false }, house)).toBe(false);
  expect(beatsHouse({ rank: 1, house: true }, house)).toBe(false);
  expect(beatsHouse({ rank: 1, house: false }, [])).toBe(false);
  expect(bestFirst(house)).toEqual([{ rank: 2 }, { rank: 4 }]);
});
