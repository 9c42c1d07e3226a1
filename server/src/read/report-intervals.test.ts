import { expect, it } from 'vitest';
import { seededUniform } from '../lib/seeded-random.ts';
import { growthInterval, wilson } from './report-intervals.ts';

it('the interval of a return holds what was earned, also where the mean of the days is 0', () => {
  const turns = Array.from({ length: 200 }, (_, day) => (day % 2 === 0 ? 0.1 : -0.1));
  const earned = (turns.reduce((value, r) => value * (1 + r), 1) - 1) * 100;
  expect(earned).toBeCloseTo(-63.4, 1);
  const { low, high } = growthInterval(turns, seededUniform(7)) ?? { low: 0, high: 0 };
  expect(low).toBeLessThanOrEqual(earned);
  // Both bounds are rounded.
  expect(high + 0.01).toBeGreaterThanOrEqual(earned);
  expect(high).toBeLessThan(0);
});

it("Wilson's interval is that of the textbooks, and stays within 0 and 100", () => {
  expect(wilson(15, 20)).toEqual({ low: 53.13, high: 88.81 });
  expect(wilson(0, 10)).toEqual({ low: 0, high: 27.75 });
  expect(wilson(10, 10)).toEqual({ low: 72.25, high: 100 });
});
