import { expect, test } from 'vitest';
import { isCalendarDate } from './calendar-date.ts';

test('a date is one that the calendar has, also the very first that is asked for', () => {
  // First of all: nothing is remembered yet.
  expect(isCalendarDate('')).toBe(false);
  for (const good of ['2026-03-02', '2028-02-29', '0001-01-01', '9999-12-31'])
    expect([isCalendarDate(good), isCalendarDate(good)], good).toEqual([true, true]);
  for (const bad of ['', '2026-02-29', '2026-2-1', '2026-13-01', '2026-03-02 ', '02026-03-02', '２０２６-03-02'])
    expect(isCalendarDate(bad), bad).toBe(false);
});
