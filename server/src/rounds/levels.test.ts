import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidingWeek, levelMax, levelMin, levelsFrom, lowestAfter, nextLowest } from './levels.ts';

const same = (score: number, count = 8): number[] => Array.from({ length: count }, () => score);

test('a round has five levels in a row', () => expect(levelsFrom(3)).toEqual([3, 4, 5, 6, 7]));

test.each([
  ['an upper quartile of 950,000', 1, [...same(0, 5), ...same(950_000, 3)], 5, 2],
  ['one just below', 1, [...same(0, 5), 949_999, 950_000, 950_000], 5, 1],
  ['a median of 150,000', 3, [...same(150_000, 4), ...same(900_000, 4)], 5, 2],
  ['one just above', 3, [...same(150_000, 3), 150_001, ...same(900_000, 4)], 5, 3],
  ['four bots', 3, same(1_000_000), 4, 3],
  ['no score', 3, [], 5, 3],
  ['the top', 5, same(1_000_000), 5, 5],
  ['the bottom', 1, same(0), 5, 1],
])('of a week with %s at %i', (_, lowest, scores, bots, next) => expect(nextLowest(lowest, scores, bots)).toBe(next));

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

test('a daily league moves with the Monday close by the week before, a weekly one at its Sunday by the week before last', () => {
  expect(decidingWeek('daily', at('2026-11-23'))).toBe(at('2026-11-16'));
  expect(decidingWeek('daily', at('2026-11-24'))).toBeUndefined();
  expect(decidingWeek('weekly', at('2026-11-22'))).toBe(at('2026-11-09'));
});

test('weeks of full sheets move a weekly league every other week, and no scores move it twice', () => {
  // Each round is committed to when the one before it is open, so its week is not known yet.
  const lowest = [1, 1];
  for (let week = 2; week < 12; week++) {
    const played = { scores: same(1_000_000), bots: 5, lowest: [lowest[week - 2] ?? 0] };
    lowest.push(lowestAfter('weekly', lowest.at(-1) ?? 0, played));
  }
  expect(lowest).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]);
});

test('levels stay within their bounds, and move by one at most', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 20 });
  const bounds = { min: levelMin, max: levelMax - 4 };
  const level = fc.integer(bounds);
  fc.assert(
    fc.property(
      fc.constantFrom('daily', 'weekly'),
      level,
      scores,
      fc.nat(9),
      fc.array(level),
      (cadence, from, all, bots, played) => {
        const to = lowestAfter(cadence, from, { scores: all, bots, lowest: played });
        expect(to >= bounds.min && to <= bounds.max && Math.abs(to - from) <= 1).toBe(true);
      },
    ),
  );
});
