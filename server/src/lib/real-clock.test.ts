import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clockOf,
  createRealClock,
  createScaledClock,
  createSharedOffset,
  databaseTimeOf,
  realNow,
  setOffset,
  type ClockSpec,
} from './real-clock.ts';
import { createSteppedClock, iso, isoDate } from './clock.ts';

const noon = Date.UTC(2026, 10, 21, 12);

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('the real clock is the system clock, held still while that runs backwards', () => {
  const clock = createRealClock();
  expect([clock.kind, clock.realPerTick, clock.now()]).toEqual(['real', 1, noon]);
  vi.setSystemTime(noon + 5);
  expect(clock.now()).toBe(noon + 5);
  vi.setSystemTime(noon - 60_000);
  expect(clock.now()).toBe(noon + 5);
  expect(realNow()).toBe(noon - 60_000);
  vi.setSystemTime(noon + 6);
  expect(clock.now()).toBe(noon + 6);
});

test('the real clock never answers an instant before the last one in the data', () => {
  const clock = createRealClock(noon + 1_000);
  expect(clock.now()).toBe(noon + 1_000);
  vi.setSystemTime(noon + 1_001);
  expect(clock.now()).toBe(noon + 1_001);
});

test('the scaled clock runs so many times as fast, in whole milliseconds, whatever the system date does', () => {
  const clock = createScaledClock(1_000_000, 2.5);
  expect([clock.kind, clock.realPerTick, clock.now()]).toEqual(['scaled', 0.4, 1_000_000]);
  vi.advanceTimersByTime(3);
  expect(clock.now()).toBe(1_000_007);
  vi.setSystemTime(noon + 86_400_000);
  expect(clock.now()).toBe(1_000_007);
});

test('a real clock that is a function of the database goes by its offset, in every thread, and never back', () => {
  const database = createSharedOffset();
  setOffset(database, -1_000.5);
  const spec: ClockSpec = { kind: 'real', floor: 0, database };
  const clock = clockOf(spec);
  expect([clock.kind, clock.now()]).toEqual(['real', noon - 1_001]);
  // This machine's clock is set, and nothing follows from that.
  vi.setSystemTime(noon + 86_400_000);
  vi.advanceTimersByTime(2);
  expect(clock.now()).toBe(noon - 999);
  setOffset(database, -5_000);
  expect(clock.now()).toBe(noon - 999);
  expect(clockOf(structuredClone(spec)).now()).toBe(noon - 4_998);
  setOffset(database, 0);
  expect(clock.now()).toBe(noon + 2);
  expect(databaseTimeOf(spec)?.(noon)).toBe(noon);
  expect(databaseTimeOf({ kind: 'real', floor: 0 })).toBeUndefined();
});

test('scaled clocks of two machines agree, whenever each was started', () => {
  const [one, two] = [createSharedOffset(), createSharedOffset()];
  setOffset(one, 700);
  setOffset(two, 700);
  const made = { kind: 'scaled', start: 1_000_000, speed: 60, origin: noon, floor: 1_000_000 } as const;
  const first = clockOf({ ...made, database: one });
  expect(first.now()).toBe(1_000_000 + 700 * 60);
  vi.advanceTimersByTime(500);
  const second: ClockSpec = { ...made, database: two, floor: 0 };
  expect([first.now(), clockOf(second).now()]).toEqual([1_072_000, 1_072_000]);
  expect(databaseTimeOf(second)?.(1_072_000)).toBe(noon + 1_200);
  expect(clockOf({ ...second, floor: 2_000_000 }).now()).toBe(2_000_000);
});

test('the stepped clock moves when told to, and never back', () => {
  const clock = createSteppedClock(noon);
  vi.advanceTimersByTime(10_000);
  expect([clock.kind, clock.realPerTick, clock.now()]).toEqual(['stepped', 0, noon]);
  clock.set(noon + 1);
  clock.set(noon + 1);
  expect(clock.now()).toBe(noon + 1);
  expect(() => clock.set(noon)).toThrow('2026-11-21T12:00:00.001Z -> 2026-11-21T12:00:00.000Z');
  expect(clock.now()).toBe(noon + 1);
});

test('instants as text', () => {
  expect(iso(noon + 7)).toBe('2026-11-21T12:00:00.007Z');
  expect(isoDate(Date.UTC(2026, 10, 21) - 1)).toBe('2026-11-20');
  expect(isoDate(Date.UTC(2026, 10, 21))).toBe('2026-11-21');
});
