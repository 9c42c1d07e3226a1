import { expect, test } from 'vitest';
import { parseSchedule, type Schedule } from './schedule.ts';

const at = (text: string): number => Date.parse(text);

/** The decisions from an instant on. */
function decisions(every: string, from: string, count: number): string[] {
  const schedule = parseSchedule(every) as Schedule;
  const found: number[] = [];
  for (let t = schedule.next(at(from)); found.length < count; t = schedule.next(t + 1)) found.push(t);
  // Backwards it is the same list.
  for (const [i, t] of found.entries()) expect(schedule.last(i === 0 ? t : (found[i] ?? 0))).toBe(t);
  for (let i = 1; i < found.length; i++) expect(schedule.last((found[i] ?? 0) - 1)).toBe(found[i - 1]);
  return found.map((t) => new Date(t).toISOString().slice(0, 16));
}

test.each([
  ['day', '2026-03-02T00:00:01Z', ['2026-03-03T00:00', '2026-03-04T00:00']],
  ['hour', '2026-03-02T00:00:00Z', ['2026-03-02T00:00', '2026-03-02T01:00']],
  ['week', '2026-03-03T00:00:00Z', ['2026-03-09T00:00', '2026-03-16T00:00']],
  ['30m', '2026-03-02T00:10:00Z', ['2026-03-02T00:30', '2026-03-02T01:00']],
  ['4h', '2026-03-02T05:00:00Z', ['2026-03-02T08:00', '2026-03-02T12:00']],
  // Counted from a Monday, as in the backtest.
  ['2d', '1970-01-05T00:00:00Z', ['1970-01-05T00:00', '1970-01-07T00:00']],
  ['30 14 * * 1-5', '2026-03-06T14:30:01Z', ['2026-03-09T14:30', '2026-03-10T14:30']],
  ['0,30 9-17/8 * * *', '2026-03-02T00:00:00Z', ['2026-03-02T09:00', '2026-03-02T09:30', '2026-03-02T17:00']],
  ['*/30 23 * * sun', '2026-03-02T00:00:00Z', ['2026-03-08T23:00', '2026-03-08T23:30']],
  ['0 0 * * 7', '2026-03-02T00:00:00Z', ['2026-03-08T00:00', '2026-03-15T00:00']],
  ['0 12 1 jan,JUL *', '2026-03-02T00:00:00Z', ['2026-07-01T12:00', '2027-01-01T12:00']],
  // A day of the month and a day of the week: one of them is enough.
  ['0 0 1 * 1', '2026-02-27T00:00:00Z', ['2026-03-01T00:00', '2026-03-02T00:00', '2026-03-09T00:00']],
  ['0 0 */10 * 1', '2026-03-02T00:00:00Z', ['2026-05-11T00:00', '2026-06-01T00:00']],
  ['0 0 29 2 *', '2096-03-01T00:00:00Z', ['2104-02-29T00:00', '2108-02-29T00:00']],
  [
    '0 6/6 * * *',
    '2026-03-02T00:00:00Z',
    ['2026-03-02T06:00', '2026-03-02T12:00', '2026-03-02T18:00', '2026-03-03T06:00'],
  ],
] as const)('%s', (every, from, expected) => {
  expect(decisions(every, from, expected.length)).toEqual(expected);
});

test.each([
  ['fortnight', 'is none of hour, day, week'],
  ['0h', 'is none of hour, day, week'],
  ['15m', 'is no multiple of 30 minutes'],
  ['45m', 'is no multiple of 30 minutes'],
  ['10 0 * * *', 'names minute 10'],
  ['* * * * *', 'names minute 1:'],
  ['0 0 * *', 'has 4 fields'],
  ['0 24 * * *', '"24" is no hour of cron: it goes from 0 to 23'],
  ['0 0 0 * *', '"0" is no day of the month'],
  ['0 0 * 13 *', '"13" is no month'],
  ['0 0 * * 8', '"8" is no day of the week'],
  ['0 5-3 * * *', '"5-3" is no hour'],
  ['0 1-2-3 * * *', '"1-2-3" is no hour'],
  ['0 5- * * *', '"5-" is no hour'],
  ['0 */0 * * *', '"*/0" is no hour'],
  ['0 , * * *', '"," is no hour'],
  ['0 0 30 2 *', 'never comes'],
])('refused: %s', (every, said) => {
  expect(parseSchedule(every)).toContain(said);
});
