import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanScore, tally } from './tally.ts';

const weighed = fc.record({ weight: fc.integer({ min: 1, max: 9 }), score: fc.integer({ min: 0, max: 1_000_000 }) });

test('the score of a round is the weighted mean of its tasks, rounded down', () => {
  const weights = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];
  const scores = [1_000_000, 1_000_000, 809_524, 1_000_000, 487_180, 0, 1_000_000, 333_334, 0, 750_000];
  expect(tally(weights.map((weight, i) => ({ weight, score: scores[i] ?? 0 })))).toBe(538_797);
});

test('it lies between the least and the most, and a struck task changes nothing', () => {
  fc.assert(
    fc.property(fc.array(weighed, { minLength: 1, maxLength: 20 }), (tasks) => {
      const s = tally(tasks);
      expect(s).toBeGreaterThanOrEqual(Math.min(...tasks.map((t) => t.score)));
      expect(s).toBeLessThanOrEqual(Math.max(...tasks.map((t) => t.score)));
      expect(tally([...tasks, { weight: 0, score: 1_000_000 }])).toBe(s);
    }),
  );
});

test('without a weight there is no score', () => expect(tally([{ weight: 0, score: 1_000_000 }])).toBe(0));

test('the mean of scores is rounded down, and of none there is none', () => {
  expect(meanScore([1, 2, 2])).toBe(1);
  expect(() => meanScore([])).toThrow('no scores');
});
