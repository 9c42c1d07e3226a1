import { describe, expect, test } from 'vitest';
import { dayMs, markMs } from '../lib/time.ts';
import {
  cutLate,
  foldLate,
  isLate,
  isWatchedAt,
  lateAfterMs,
  latenessOf,
  lateText,
  noneLate,
  readLate,
  type LateStretch,
  type MarkTimes,
} from './late.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const markAt = (i: number): number => noon + i * markMs;

/** @param seenAfter undefined: nobody saw it. @param of marks later: of which tree the cosignature is. */
function times(i: number, doneAfter: number, seenAfter?: number, of = 0): MarkTimes {
  const mark = markAt(i);
  const seen = seenAfter === undefined ? [] : [{ witness: 'w', at: mark + seenAfter, mark: mark + of * markMs }];
  return { mark, doneAt: mark + doneAfter, seen };
}

describe('a mark', () => {
  const watched = noon - markMs;
  test.each([
    ['done at the bound', times(0, lateAfterMs), undefined, false],
    ['done a millisecond later', times(0, lateAfterMs + 1), undefined, true],
    ['seen at the bound', times(0, 0, lateAfterMs), watched, false],
    ['seen a second later', times(0, 0, lateAfterMs + 1000), watched, true],
    ['seen by nobody, when nobody was there', times(0, 0), undefined, false],
    ['seen by nobody, when a witness saw one of the day before', times(0, 0), noon - dayMs, true],
    ['seen by nobody, when that was longer ago', times(0, 0), noon - dayMs - markMs, false],
    ['seen late by a witness that is new', times(0, 0, 3 * 3_600_000), undefined, false],
  ])('%s', (_, of, watchedAt, late) => {
    expect(isLate(latenessOf(of, isWatchedAt(noon, watchedAt)))).toBe(late);
  });
});

describe('marks one behind the other', () => {
  /** The places of the late marks that each one has told, and what is left at the end. */
  function fold(...all: readonly MarkTimes[]): number[][] {
    const of = noneLate();
    return [...all.map((each) => foldLate(of, each)), cutLate(of)].map((told) =>
      told.map(({ mark }) => (mark - noon) / markMs),
    );
  }

  test('after an outage are told with the first one in time', () => {
    expect(fold(times(0, 900_000), times(1, 600_000), times(2, 300_000), times(3, 500))).toEqual([
      [],
      [],
      [],
      [0, 1, 2],
      [],
    ]);
  });

  test('which a witness saw late, whatever the service says of itself', () => {
    const held = [times(0, 500, 2_000), times(1, 500, 1_800_000, 6), times(2, 500, 1_500_000, 5), times(3, 500, 2_000)];
    expect(fold(...held)).toEqual([[], [], [], [1, 2], []]);
  });

  test('which no witness saw are told at the cut', () => {
    expect(fold(times(0, 0, 0), times(1, 500), times(2, 700))).toEqual([[], [], [], [1, 2]]);
  });
});

describe('what is said of them', () => {
  const from = noon;
  test.each<[LateStretch, string]>([
    [
      { from, to: markAt(11), doneMs: 3_611_500, seenMs: 3_615_000, unseen: 0 },
      '12 late marks, from 2026-11-22T12:00:00.000Z to 2026-11-22T12:55:00.000Z: done up to 3612 s after the mark, first seen by a witness up to 3615 s after it.',
    ],
    [
      { from, to: from, doneMs: 180_001, seenMs: undefined, unseen: 0 },
      '1 late mark, from 2026-11-22T12:00:00.000Z to 2026-11-22T12:00:00.000Z: done up to 181 s after the mark.',
    ],
    [
      { from, to: markAt(1), doneMs: 0, seenMs: 400_000, unseen: 1 },
      '2 late marks, from 2026-11-22T12:00:00.000Z to 2026-11-22T12:05:00.000Z: done up to 0 s after the mark, first seen by a witness up to 400 s after it, 1 seen by no witness yet.',
    ],
  ])('is read again, to the second', (stretch, text) => {
    expect(lateText(stretch)).toBe(text);
    expect(readLate(text)).toEqual({ ...stretch, doneMs: Math.ceil(stretch.doneMs / 1000) * 1000 });
  });

  test.each([
    'They were late.',
    '2 late marks, from 2026-11-22T12:00:00.000Z to 2026-11-22T12:00:00.000Z: done up to 181 s after the mark.',
    '1 late mark, from 2026-11-22T12:01:00.000Z to 2026-11-22T12:01:00.000Z: done up to 181 s after the mark.',
    '1 late mark, from noon to noon: done up to 181 s after the mark.',
    '1 late mark, from 2026-11-22T12:00:00.000Z to 2026-11-22T12:00:00.000Z: done up to 0181 s after the mark.',
  ])('nothing else is read: %s', (text) => {
    expect(readLate(text)).toBeUndefined();
  });
});
