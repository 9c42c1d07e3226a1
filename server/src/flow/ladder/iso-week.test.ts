import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayMs, weekMs } from '../../lib/time.ts';
import { isoWeek, parseIsoWeek, weekDecidedAt, weekOfClose } from './iso-week.ts';

const at = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);

describe('names of weeks', () => {
  it.each([
    ['2026-11-16', '2026-W47'],
    ['2026-11-22T23:59:59.999Z', '2026-W47'],
    ['2026-11-23', '2026-W48'],
    ['2020-12-31', '2020-W53'],
    ['2021-01-03T23:59:59Z', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2024-12-30', '2025-W01'],
    ['2026-12-31', '2026-W53'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2022-01-01', '2021-W52'],
    ['2018-12-31', '2019-W01'],
  ])('%s lies in %s', (day, week) => expect(isoWeek(at(day))).toBe(week));

  it('a Monday close ends the week before it', () => {
    expect(weekOfClose(at('2026-11-23'))).toBe('2026-W47');
    expect(weekOfClose(at('2026-11-24'))).toBe('2026-W48');
  });

  it.each(['2026-W00', '2026-W54', '2025-W53', '2026-W5', '2026-47', 'x', '2026-W47 ', '2026-w47'])(
    'reads no week out of %s',
    (text) => expect(parseIsoWeek(text)).toBeUndefined(),
  );

  it('reads a week with its Mondays', () => {
    expect(parseIsoWeek('2026-W47')).toEqual({ name: '2026-W47', start: at('2026-11-16'), end: at('2026-11-23') });
    expect(parseIsoWeek('2026-W53')).toMatchObject({ start: at('2026-12-28'), end: at('2027-01-04') });
  });

  test('reads back what it writes, and every week follows the one before', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('1990-01-01'), max: at('2100-01-01') }), (t) => {
        const week = parseIsoWeek(isoWeek(t));
        expect(week !== undefined && week.start <= t && t < week.end).toBe(true);
        expect(isoWeek(t + weekMs) > isoWeek(t)).toBe(true);
      }),
    );
  });
});

describe('which close decides a week', () => {
  const monday = at('2026-11-23');
  const close = (days: number, voided: boolean) => ({ close: monday + days * dayMs, voided });

  it('the Monday with which it ends', () => expect(weekDecidedAt(monday, [])).toBe('2026-W47'));
  it('no other day', () => {
    expect(weekDecidedAt(monday + dayMs, [close(0, false)])).toBeUndefined();
    expect(weekDecidedAt(monday + 6 * dayMs, [close(0, false), close(1, true)])).toBeUndefined();
  });
  it('the first valid close after a Monday that was voided', () => {
    expect(weekDecidedAt(monday + dayMs, [close(0, true)])).toBe('2026-W47');
    expect(weekDecidedAt(monday + 2 * dayMs, [close(0, true), close(1, true)])).toBe('2026-W47');
    expect(weekDecidedAt(monday + 2 * dayMs, [close(0, true), close(1, false)])).toBeUndefined();
  });
  it('none in a league that began after the Monday', () => {
    expect(weekDecidedAt(monday + dayMs, [])).toBeUndefined();
    expect(weekDecidedAt(monday + 3 * dayMs, [close(2, true)])).toBeUndefined();
  });
  it('of two Mondays of which the second was reached before a valid close, the later week', () => {
    expect(weekDecidedAt(monday + weekMs, [])).toBe('2026-W48');
  });
});
