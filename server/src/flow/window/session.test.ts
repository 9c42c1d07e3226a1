import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceSessions } from '../../league/sessions.ts';
import { sessionOn } from '../../league/trading-hours.ts';
import { iso } from '../../lib/clock.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import { isPricedFor, opensAt } from './session.ts';
import { windowFor } from './window.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const minute: PriceSessions = { exchange: 'NYSE', stepMs: 60_000 };
const quarter: PriceSessions = { exchange: 'NYSE', stepMs: 900_000 };
const everyMark: PriceSessions = { exchange: 'NYSE', stepMs: 0 };
const hour: PriceSessions = { exchange: 'NYSE', stepMs: 3_600_000 };
const toronto: PriceSessions = { exchange: 'TSX', stepMs: 60_000 };

/** Each line: the last arrival that is refused, the first that is taken, the last that is taken, the first that is refused and for how long. */
const edges: readonly [name: string, of: PriceSessions, first: string, last: string, then: string][] = [
  ['an ordinary day', minute, '2026-11-24T14:30:00.000', '2026-11-24T20:29:59.999', '2026-11-25T14:30'],
  ['before Thanksgiving', minute, '2026-11-25T14:30:00.000', '2026-11-25T20:29:59.999', '2026-11-27T14:30'],
  ['the half day after it', minute, '2026-11-27T14:30:00.000', '2026-11-27T17:29:59.999', '2026-11-30T14:30'],
  ['before summer time', minute, '2026-03-06T14:30:00.000', '2026-03-06T20:29:59.999', '2026-03-09T13:30'],
  ['after it', minute, '2026-10-30T13:30:00.000', '2026-10-30T19:29:59.999', '2026-11-02T14:30'],
  ['Christmas', minute, '2026-12-24T14:30:00.000', '2026-12-24T17:29:59.999', '2026-12-28T14:30'],
  ['the year 2026 to 2027', minute, '2026-12-31T14:30:00.000', '2026-12-31T20:29:59.999', '2027-01-04T14:30'],
  [
    'Toronto on the day of Thanksgiving in New York',
    toronto,
    '2026-11-26T14:30:00.000',
    '2026-11-26T20:29:59.999',
    '2026-11-27T14:30',
  ],
  ['read at every mark', everyMark, '2026-11-24T14:25:00.000', '2026-11-24T20:29:59.999', '2026-11-25T14:25'],
  ['candles of a quarter', quarter, '2026-11-24T14:40:00.000', '2026-11-24T20:29:59.999', '2026-11-25T14:40'],
  ['candles of an hour', hour, '2026-11-24T15:25:00.000', '2026-11-24T20:29:59.999', '2026-11-25T15:25'],
];

describe('the first and the last arrival of a session, to the millisecond', () => {
  test.each(edges)('%s', (_, of, first, last, then) => {
    expect(opensAt(of, at(first) - 1)).toBe(at(first));
    expect(opensAt(of, at(first))).toBeUndefined();
    expect(opensAt(of, at(last))).toBeUndefined();
    const next = opensAt(of, at(last) + 1);
    expect(next === undefined ? next : iso(next).slice(0, 16)).toBe(then);
  });
});

test('over a week-end, and where a session is too short for the steps', () => {
  expect(opensAt(minute, at('2026-11-28T12:00:00'))).toBe(at('2026-11-30T14:30:00'));
  // It is Friday evening in New York, and Saturday in UTC.
  expect(opensAt(minute, at('2026-11-28T02:00:00'))).toBe(at('2026-11-30T14:30:00'));
  // Steps of 3 hours and 10 minutes: of a half day of 3:30 hours no window of 30 minutes is left.
  const long: PriceSessions = { exchange: 'NYSE', stepMs: 190 * 60_000 };
  expect(opensAt(long, at('2026-11-27T00:00:00'))).toBe(at('2026-11-30T17:35:00'));
});

test('a taken order has its whole window within one session, with two new observations; a refused one is taken from its instant on', () => {
  const arrival = fc.integer({ min: at('2024-01-01T00:00:00'), max: at('2030-12-20T00:00:00') });
  const steps = fc.constantFrom(0, 60_000, 300_000, 420_000, 899_000, 900_000);
  const exchange = fc.constantFrom('NYSE' as const, 'TSX' as const);
  fc.assert(
    fc.property(arrival, steps, exchange, (t, stepMs, of) => {
      const sessions = { exchange: of, stepMs };
      const from = opensAt(sessions, t);
      const { start, end } = windowFor(from ?? t);
      const day = Math.floor(start / dayMs) * dayMs;
      const session = sessionOn(of, day);
      expect(session).toBeDefined();
      const { opens, closes } = session!;
      expect(opens <= start && end <= closes).toBe(true);
      const distance = stepMs || markMs;
      let observations = 0;
      for (let o = opens + stepMs; o <= closes; o += distance) if (o >= start && o < end) observations++;
      expect(observations).toBeGreaterThanOrEqual(2);
      expect(start).toBeGreaterThanOrEqual(opens + stepMs);
      if (from === undefined) return;
      expect(from).toBeGreaterThan(t);
      expect(opensAt(sessions, from)).toBeUndefined();
      expect(opensAt(sessions, from - 1)).toBe(from);
    }),
    { numRuns: 2_000 },
  );
});

test('a price is there from its first observation to the end of the session', () => {
  const priced = (text: string, ms = 0) => isPricedFor(minute, at(`2026-11-27T${text}:00`), ms);
  expect(priced('14:30')).toBe(false);
  expect(priced('14:35')).toBe(true);
  expect(priced('14:40', 600_000)).toBe(false);
  expect(priced('14:45', 600_000)).toBe(true);
  expect(priced('17:55')).toBe(true);
  expect(priced('18:00')).toBe(false);
  expect(isPricedFor(minute, at('2026-11-28T15:00:00'), 0)).toBe(false);
});
