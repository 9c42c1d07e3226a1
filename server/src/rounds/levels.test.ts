import { expect, test } from 'vitest';
import { levelsFrom, nextLowest } from './levels.ts';

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
