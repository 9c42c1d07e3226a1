import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRealClock, createScaledClock, realNow } from './real-clock.ts';
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
