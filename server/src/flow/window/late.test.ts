import { expect, test } from 'vitest';
import { isHealthy, lateness } from './late.ts';
import { markMs } from '../../lib/time.ts';

const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);
const behind = (time: string, over: Partial<Parameters<typeof lateness>[0]> = {}) =>
  lateness({
    now: at(time),
    realPerTick: 1,
    readDelayMs: 30_000,
    lastMark: at('12:00:00'),
    openedAt: at('11:00:00'),
    ...over,
  });

test('a mark is due when it can be read, and late in earnest 10 real seconds after', () => {
  const table: [string, number, number, boolean][] = [
    ['12:05:29', 0, 0, false],
    ['12:05:30', 1, 0, false],
    ['12:05:39', 1, 9_000, false],
    ['12:05:40', 1, 10_000, true],
    ['12:15:30', 3, 600_000, true],
  ];
  for (const [time, marks, overdueMs, isLate] of table)
    expect(behind(time), time).toMatchObject({ marks, overdueMs, isLate });
  expect(behind('12:15:30').due).toBe(at('12:15:00'));
});

test('a fast clock is given the same real time; a stepped one none', () => {
  const fast = { realPerTick: 1 / 60 };
  expect(behind('12:15:29', fast)).toMatchObject({ marks: 2, isLate: false, graceMs: 600_000 });
  expect(behind('12:15:30', fast)).toMatchObject({ marks: 3, isLate: true });
  expect(behind('12:05:29', { realPerTick: 0 })).toMatchObject({ marks: 0, isLate: false, graceMs: Infinity });
  expect(behind('12:05:30', { realPerTick: 0 })).toMatchObject({ marks: 1, isLate: true, graceMs: Infinity });
});

test('fresh data owes the first mark after its opening; a clock behind its marks owes none', () => {
  const fresh = (time: string, openedAt: string) =>
    behind(time, { lastMark: undefined, readDelayMs: 0, openedAt: at(openedAt) }).marks;
  expect([fresh('12:01:00', '12:01:00'), fresh('12:04:59', '12:01:00'), fresh('12:05:00', '12:01:00')]).toEqual([
    0, 0, 1,
  ]);
  expect([fresh('12:00:00', '12:00:00'), fresh('12:05:00', '12:00:00')]).toEqual([0, 1]);
  expect(behind('11:50:00')).toMatchObject({ marks: 0, overdueMs: 0, isLate: false });
});

test('healthy exactly 10 minutes ago is healthy, one mark more is not', () => {
  const t = 100 * markMs;
  expect(isHealthy(t, t + 2 * markMs, t + 2 * markMs, 0)).toBe(true);
  expect(isHealthy(t, t + 3 * markMs, t + 3 * markMs, 0)).toBe(false);
});

test('marks that are late count like marks without a reading, beyond what the clock allows', () => {
  const t = 100 * markMs;
  expect(isHealthy(t, t, t + 2 * markMs, 0)).toBe(true);
  expect(isHealthy(t, t, t + 3 * markMs, 0)).toBe(false);
  expect(isHealthy(t, t, t + 12 * markMs, 10 * markMs)).toBe(true);
  expect(isHealthy(t, t, t + 13 * markMs, 10 * markMs)).toBe(false);
  expect(isHealthy(t, t, t + 999 * markMs, Number.POSITIVE_INFINITY)).toBe(true);
  // What was read and is none counts at once, however fast the clock.
  expect(isHealthy(t, t + 3 * markMs, t + 3 * markMs, 10 * markMs)).toBe(false);
});
