import { expect, test } from 'vitest';
import { createRest } from './garbage.ts';

test('a thread is at rest when it is quiet, and once it was at work after six quiet looks', () => {
  const isAtRest = createRest();
  expect([0, 0.2].map(isAtRest)).toEqual([true, true]);
  expect([0.21, 0, 0.1, 0.2, 0, 0, 0, 0].map(isAtRest)).toEqual([false, false, false, false, false, false, true, true]);
  expect([1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0].map(isAtRest).indexOf(true)).toBe(11);
});
