import { describe, expect, it } from 'vitest';
import { dayMs } from '../../lib/time.ts';
import { lapseOf, lapsingUpTo, noticeOf, seatsCountFrom } from './seat.ts';

const monday = Date.parse('2026-11-16T00:00:00Z');
const early = monday - 100 * dayMs;

describe('the close at which a seat lapses', () => {
  it.each([
    [monday, 7],
    [monday - 1, 7],
    [monday + 1, 8],
    [monday + dayMs - 1, 8],
    [monday + dayMs, 8],
  ])('registered at %i: %i days after the Monday', (registeredAt, days) => {
    expect(lapseOf(registeredAt, early)).toBe(monday + days * dayMs);
    expect(noticeOf(lapseOf(registeredAt, early))).toBe(monday + (days - 2) * dayMs);
  });

  it('counts from the first window, or from the opening, where that is later', () => {
    expect(lapseOf(early, monday)).toBe(monday + 7 * dayMs);
    expect(lapseOf(early, monday + 1)).toBe(monday + 8 * dayMs);
  });

  it('is the first one at which it is found', () => {
    for (const registeredAt of [monday - 1, monday, monday + 1]) {
      for (const from of [early, monday - 1, monday, monday + 1]) {
        const lapse = lapseOf(registeredAt, from);
        expect(registeredAt <= (lapsingUpTo(lapse, from) ?? 0)).toBe(true);
        expect(registeredAt <= (lapsingUpTo(lapse - dayMs, from) ?? 0)).toBe(false);
      }
    }
  });
});

describe('since when the days of a league count', () => {
  it.each([
    [{ firstWindow: undefined, isClosed: false, openedAt: undefined }, undefined],
    [{ firstWindow: undefined, isClosed: false, openedAt: 5 }, undefined],
    [{ firstWindow: 3, isClosed: true, openedAt: 5 }, undefined],
    [{ firstWindow: 3, isClosed: false, openedAt: undefined }, 3],
    [{ firstWindow: 3, isClosed: false, openedAt: 5 }, 5],
    [{ firstWindow: 7, isClosed: false, openedAt: 5 }, 7],
  ])('%o: %s', (league, from) => expect(seatsCountFrom(league)).toBe(from));
  it('none lapses where they do not count', () => expect(lapsingUpTo(monday, undefined)).toBeUndefined());
});
