import { expect, test } from 'vitest';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { bySchedule, markDownSchedule, playCollapses, thinCoin, type CollapseModel } from './collapse.ts';

const play = (schedule: Parameters<typeof bySchedule>[0], lower: boolean, model: CollapseModel = thinCoin) =>
  playCollapses(model, bySchedule(schedule), { lower, silences: 100_000, uniform: seededUniform(5) });

test('the schedule applies from its hours on, the last one that applies', () => {
  const off = bySchedule(markDownSchedule);
  expect([0, 5.99, 6, 11.9, 12, 24, 71, 72, 167, 168, 1_000].map(off)).toEqual([
    0, 0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.9, 0.9, 1, 1,
  ]);
});

test('holding a coin that may collapse was a gift of some 10% of it a year, and is next to none by the rules', () => {
  const [before, both] = [play([], false), play(markDownSchedule, true)];
  expect(before.paidAbovePerYear).toBeGreaterThan(0.08);
  expect(before.shownAbove).toBeGreaterThan(0.3);
  expect(both.paidAbovePerYear).toBeLessThan(0.005);
  expect(Math.abs(both.shownAbove)).toBeLessThan(0.05);
});

test('even where nothing can be read, less than 1% a year is left, if a coin is delisted after 72 hours at the earliest', () => {
  const blind = { ...thinCoin, readable: 0, delistedAfterHours: 72 };
  expect(play(markDownSchedule, true, blind).paidAbovePerYear).toBeLessThan(0.01);
  expect(play(markDownSchedule, true, { ...blind, delistedAfterHours: 24 }).paidAbovePerYear).toBeGreaterThan(0.02);
});
