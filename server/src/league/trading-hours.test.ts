import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/time.ts';
import { exchangeDates, type ExchangeId } from './catalogue/exchanges.ts';
import { openNow, sessionOn, tradedMs } from './trading-hours.ts';

const at = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`);
const shown = (exchange: ExchangeId, date: string): string => {
  const session = sessionOn(exchange, at(date));
  return session ? `${iso(session.opens).slice(11, 16)}-${iso(session.closes).slice(11, 16)}` : 'closed';
};

test.each<[ExchangeId, string, string]>([
  ['NYSE', '2026-11-24', '14:30-21:00'],
  ['NYSE', '2026-11-26', 'closed'], // Thanksgiving
  ['NYSE', '2026-11-27', '14:30-18:00'], // the half day after it
  ['NYSE', '2026-11-28', 'closed'], // Saturday
  ['NYSE', '2026-11-29', 'closed'],
  ['NYSE', '2026-07-03', 'closed'], // Independence Day, observed
  ['NYSE', '2026-07-02', '13:30-20:00'],
  ['NYSE', '2025-01-09', 'closed'], // a day of mourning
  ['NYSE', '2028-07-03', '13:30-17:00'],
  // Summer time begins on Sunday, March 8, and ends on Sunday, November 1.
  ['NYSE', '2026-03-06', '14:30-21:00'],
  ['NYSE', '2026-03-09', '13:30-20:00'],
  ['NYSE', '2026-10-30', '13:30-20:00'],
  ['NYSE', '2026-11-02', '14:30-21:00'],
  ['TSX', '2026-11-26', '14:30-21:00'], // no Thanksgiving in Toronto, which had it in October
  ['TSX', '2026-10-12', 'closed'],
  ['TSX', '2026-12-24', '14:30-18:00'],
  ['TSX', '2026-12-28', 'closed'], // Boxing Day, observed
  ['TSX', '2028-12-22', '14:30-21:00'],
])('%s on %s: %s', (exchange, date, expected) => {
  expect(shown(exchange, date)).toBe(expected);
});

test('open from the first instant of a session, closed from its last one on', () => {
  const now = (text: string): string => {
    const { open, changesAt } = openNow('NYSE', at(text));
    return `${open ? 'open' : 'closed'} until ${iso(changesAt).slice(0, 16)}`;
  };
  expect(now('2026-11-27T14:29:59.999')).toBe('closed until 2026-11-27T14:30');
  expect(now('2026-11-27T14:30:00')).toBe('open until 2026-11-27T18:00');
  expect(now('2026-11-27T17:59:59.999')).toBe('open until 2026-11-27T18:00');
  expect(now('2026-11-27T18:00:00')).toBe('closed until 2026-11-30T14:30');
  // It is still Friday in New York when it is Saturday in UTC.
  expect(now('2026-11-28T02:00:00')).toBe('closed until 2026-11-30T14:30');
  expect(now('2026-12-24T18:00:00')).toBe('closed until 2026-12-28T14:30');
});

test('hours of trading are counted over nights, week-ends, holidays and half days', () => {
  const hours = (from: string, to: string): number => tradedMs('NYSE', at(from), at(to)) / hourMs;
  expect(hours('2026-11-24T14:30:00', '2026-11-24T15:30:00')).toBe(1);
  expect(hours('2026-11-24T21:00:00', '2026-11-25T14:30:00')).toBe(0);
  expect(hours('2026-11-25T20:00:00', '2026-11-30T15:00:00')).toBe(1 + 3.5 + 0.5);
  expect(hours('2026-11-28', '2026-11-30')).toBe(0);
  expect(tradedMs(undefined, at('2026-11-28'), at('2026-11-30'))).toBe(48 * hourMs);
  expect(hours('2026-03-06T20:00:00', '2026-03-09T14:30:00')).toBe(2);
});

/** Nth weekday of a month; from the end for n = -1. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = Date.UTC(year, month - 1, 1);
  if (n < 0) return nth(year, month + 1, weekday, 1) - 7 * dayMs;
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (n - 1) * 7) * dayMs;
}

/** Gregorian Easter (anonymous algorithm). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * (b % 4) + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

const weekdayOf = (t: number): number => new Date(t).getUTCDay();
const list = (days: readonly number[]): string =>
  days
    .toSorted((a, b) => a - b)
    .map((t) => iso(t).slice(5, 10))
    .join(' ');

test.each([2024, 2025, 2026, 2027, 2028, 2029, 2030])(
  'the dates of %d are those of the rules of the exchanges',
  (year) => {
    const nearest = (month: number, day: number): number => {
      const t = Date.UTC(year, month - 1, day);
      return weekdayOf(t) === 6 ? t - dayMs : weekdayOf(t) === 0 ? t + dayMs : t;
    };
    const newYear = Date.UTC(year, 0, 1);
    const goodFriday = easter(year) - 2 * dayMs;
    const york = [
      ...(weekdayOf(newYear) === 6 ? [] : [weekdayOf(newYear) === 0 ? newYear + dayMs : newYear]),
      ...(year === 2025 ? [Date.UTC(2025, 0, 9)] : []),
      nth(year, 1, 1, 3),
      nth(year, 2, 1, 3),
      goodFriday,
      nth(year, 5, 1, -1),
      nearest(6, 19),
      nearest(7, 4),
      nth(year, 9, 1, 1),
      nth(year, 11, 4, 4),
      nearest(12, 25),
    ];
    expect(exchangeDates.NYSE.holidays[year]).toBe(list(york));
    const isWorkday = (t: number, holidays: readonly number[]): boolean =>
      weekdayOf(t) % 6 !== 0 && !holidays.includes(t);
    const half = [Date.UTC(year, 6, 3), nth(year, 11, 4, 4) + dayMs, Date.UTC(year, 11, 24)].filter(
      (t) => isWorkday(t, york) && (iso(t).slice(5, 10) !== '07-03' || weekdayOf(t + dayMs) % 6 !== 0),
    );
    expect(exchangeDates.NYSE.halfDays[year]).toBe(list(half));

    const toMonday = (t: number): number => t + (weekdayOf(t) === 6 ? 2 : weekdayOf(t) === 0 ? 1 : 0) * dayMs;
    const victoria = Date.UTC(year, 4, 24) - ((weekdayOf(Date.UTC(year, 4, 24)) + 6) % 7) * dayMs;
    const christmas = Date.UTC(year, 11, 25);
    const observed = toMonday(christmas);
    const boxing = toMonday(christmas + dayMs) === observed ? observed + dayMs : toMonday(christmas + dayMs);
    const toronto = [
      toMonday(newYear),
      nth(year, 2, 1, 3),
      goodFriday,
      victoria,
      toMonday(Date.UTC(year, 6, 1)),
      nth(year, 8, 1, 1),
      nth(year, 9, 1, 1),
      nth(year, 10, 1, 2),
      observed,
      boxing,
    ];
    expect(exchangeDates.TSX.holidays[year]).toBe(list(toronto));
    const eve = Date.UTC(year, 11, 24);
    expect(exchangeDates.TSX.halfDays[year]).toBe(isWorkday(eve, toronto) ? list([eve]) : '');
  },
);
