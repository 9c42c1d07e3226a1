import { expect, test } from 'vitest';
import { createShared, sharedMs } from './shared.ts';

let now = 0;
let isOn = true;
let made = 0;
const make = async (): Promise<number> => ++made;
const shared = createShared<number>(
  () => isOn,
  () => now,
);

test('made once a second while it is on, to the millisecond, and each time while it is not', async () => {
  expect(await Promise.all([shared(make), shared(make), shared(make)])).toEqual([1, 1, 1]);
  now = sharedMs - 1;
  expect(await shared(make)).toBe(1);
  now = sharedMs;
  expect(await shared(make)).toBe(2);
  isOn = false;
  expect(await shared(make)).toBe(3);
  expect(await shared(make)).toBe(4);
});

test('what failed is told to all who asked, and made again for the next', async () => {
  isOn = true;
  now += sharedMs;
  const fail = (): Promise<number> => Promise.reject(new Error('away'));
  const told = await Promise.allSettled([shared(fail), shared(make)]);
  expect(told.map((t) => t.status)).toEqual(['rejected', 'rejected']);
  expect(await shared(make)).toBe(5);
});
