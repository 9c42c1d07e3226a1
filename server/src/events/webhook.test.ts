import { expect, test } from 'vitest';
import { givesUp, retryWaitMs } from './webhook.ts';

test('waits double from 5 seconds to an hour, spread by a quarter', () => {
  expect([1, 2, 3, 4].map((n) => retryWaitMs(n, 0.5))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([retryWaitMs(3, 0), retryWaitMs(3, 0.999_999)]).toEqual([15_000, 25_000]);
  expect([10, 11, 1_000_000].map((n) => retryWaitMs(n, 0.5))).toEqual([2_560_000, 3_600_000, 3_600_000]);
});

test('gives up after 24 hours to the millisecond, and at once where the receiver says so', () => {
  const day = 86_400_000;
  expect([givesUp(0, day - 1, 500), givesUp(0, day, 500), givesUp(0, day, null)]).toEqual([false, true, true]);
  expect([givesUp(5, 5, 410), givesUp(5, 5, 404)]).toEqual([true, false]);
});
