import { expect, test } from 'vitest';
import { isCalendarDate, parseUtc } from './calendar-date.ts';

test('a date is one that the calendar has, also the very first that is asked for', () => {
  // First of all: nothing is remembered yet.
  expect(isCalendarDate('')).toBe(false);
  for (const good of ['2026-03-02', '2028-02-29', '0001-01-01', '9999-12-31'])
    expect([isCalendarDate(good), isCalendarDate(good)], good).toEqual([true, true]);
  for (const bad of ['', '2026-02-29', '2026-2-1', '2026-13-01', '2026-03-02 ', '02026-03-02', '２０２６-03-02'])
    expect(isCalendarDate(bad), bad).toBe(false);
});

test('an instant is one that the calendar and the day have', () => {
  expect(parseUtc('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
  expect(parseUtc('2024-02-29T23:59Z')).toBe(Date.UTC(2024, 1, 29, 23, 59));
  expect(parseUtc('2024-02-29T23:59:58.5Z')).toBe(Date.UTC(2024, 1, 29, 23, 59, 58, 500));
  for (const bad of [
    '',
    'now',
    '2023-02-29',
    '2023-08-14T24:00Z',
    '2023-08-14T00:60Z',
    '2023-08-14T00:00',
    '2023-08-14T',
  ])
    expect(parseUtc(bad), bad).toBeUndefined();
});
