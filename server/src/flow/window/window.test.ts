import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeAfter, isClose, markAfter, markAtOrBefore, markMs, weekStart } from '../../lib/time.ts';
import { windowFor } from './window.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (text: string): number => Date.parse(text);
/** 1970 to 2096, marks and days as often as what lies between. */
const instants = fc.oneof(
  fc.integer({ min: 0, max: 4e12 }),
  fc.tuple(fc.integer({ min: 1, max: 13e6 }), fc.integer({ min: -2, max: 2 })).map(([n, off]) => n * 5 * minute + off),
  fc.tuple(fc.integer({ min: 1, max: 46_000 }), fc.integer({ min: -2, max: 2 })).map(([n, off]) => n * day + off),
);

test.each([
  ['2026-11-21T12:03:10.250Z', '2026-11-21T12:05:00Z', '2026-11-21T12:35:00Z'],
  ['2026-11-21T12:04:59.999Z', '2026-11-21T12:05:00Z', '2026-11-21T12:35:00Z'],
  ['2026-11-21T12:05:00.000Z', '2026-11-21T12:10:00Z', '2026-11-21T12:40:00Z'], // exactly on a mark: the next one
  ['2026-11-21T12:05:00.001Z', '2026-11-21T12:10:00Z', '2026-11-21T12:40:00Z'],
  ['2026-11-21T23:25:00.000Z', '2026-11-21T23:30:00Z', '2026-11-22T00:00:00Z'], // ends exactly at the close
  ['2026-11-21T23:29:59.999Z', '2026-11-21T23:30:00Z', '2026-11-22T00:00:00Z'],
  ['2026-11-21T23:30:00.000Z', '2026-11-21T23:35:00Z', '2026-11-22T00:05:00Z'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-01-01T00:30:00Z'],
  ['2028-02-28T23:57:00.000Z', '2028-02-29T00:00:00Z', '2028-02-29T00:30:00Z'],
])('an order that arrives at %s is priced from %s to %s', (arrival, start, end) => {
  expect(windowFor(at(arrival))).toEqual({ start: at(start), end: at(end) });
});

test('for every arrival: strictly after it, on marks, 30 minutes long, over within (30, 35] minutes', () => {
  fc.assert(
    fc.property(instants, (arrival) => {
      const { start, end } = windowFor(arrival);
      expect(start).toBeGreaterThan(arrival);
      expect(new Date(start).getUTCMinutes() % 5).toBe(0);
      expect(start % minute).toBe(0);
      expect(end - start).toBe(30 * minute);
      expect(end - arrival).toBeGreaterThan(30 * minute);
      expect(end - arrival).toBeLessThanOrEqual(35 * minute);
    }),
    { numRuns: 500 },
  );
});

test('marks are each other’s neighbours', () => {
  fc.assert(
    fc.property(instants, (t) => {
      const before = markAtOrBefore(t);
      expect(before % markMs).toBe(0);
      expect(before <= t && t < before + 5 * minute).toBe(true);
      expect(markAfter(t)).toBe(before + 5 * minute);
    }),
  );
});

test('a close is a midnight UTC, and the next one is strictly later', () => {
  fc.assert(
    fc.property(instants, (t) => {
      const close = closeAfter(t);
      expect(new Date(close).toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(close > t && close - t <= day).toBe(true);
      expect(isClose(close)).toBe(true);
      expect(isClose(t)).toBe(new Date(t).toISOString().endsWith('T00:00:00.000Z'));
    }),
  );
  expect(closeAfter(at('2026-11-22T00:00:00Z'))).toBe(at('2026-11-23T00:00:00Z'));
  expect(closeAfter(at('2026-11-21T23:59:59.999Z'))).toBe(at('2026-11-22T00:00:00Z'));
});

test('a window that ends at or before the close belongs to it', () => {
  fc.assert(
    fc.property(instants, (arrival) => {
      // The last arrival that counts for a close is the one just before 23:30 of its day.
      const counts = windowFor(arrival).end <= closeAfter(arrival);
      const untilClose = closeAfter(arrival) - arrival;
      expect(counts).toBe(untilClose > 30 * minute);
    }),
  );
});

test('a week starts on the Monday 00:00 UTC at or before', () => {
  fc.assert(
    fc.property(instants, (t) => {
      const start = weekStart(t);
      expect(new Date(start).getUTCDay()).toBe(1);
      expect(new Date(start).toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(t - start >= 0 && t - start < 7 * day).toBe(true);
    }),
  );
  expect(weekStart(at('2026-11-23T00:00:00Z'))).toBe(at('2026-11-23T00:00:00Z'));
  expect(weekStart(at('2026-11-22T23:59:59.999Z'))).toBe(at('2026-11-16T00:00:00Z'));
  expect(weekStart(at('1970-01-01T00:00:00Z'))).toBe(at('1969-12-29T00:00:00Z'));
});
