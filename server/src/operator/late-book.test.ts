import { describe, expect, test } from 'vitest';
import { markMs } from '../lib/time.ts';
import { dueLate, lateSentence, lookLate, noLateBook, takeLate, type LateBook } from './late-book.ts';
import { lateIncident, type LateStretch, type MarkTimes } from './late.ts';
import type { Incident } from './incident.ts';

const at = (text: string): number => Date.parse(`2026-11-22T${text}:00Z`);
const times = (mark: number, doneSeconds: number, seenSeconds?: number): MarkTimes => ({
  mark,
  doneAt: mark + doneSeconds * 1000,
  seen: seenSeconds === undefined ? [] : [{ witness: 'w', at: mark + seenSeconds * 1000, mark }],
});

/** A book that has looked at the marks from 12:00 on, done so many seconds after each. */
function booked(...seconds: readonly number[]): LateBook {
  const book = noLateBook();
  for (const [i, done] of seconds.entries()) lookLate(book, times(at('12:00') + i * markMs, done), true);
  return book;
}

const stretch = (from: string, to: string, doneSeconds: number, more: Partial<LateStretch> = {}): LateStretch => ({
  from: at(from),
  to: at(to),
  doneMs: doneSeconds * 1000,
  seenMs: undefined,
  unseen: 0,
  ...more,
});

function take(book: LateBook, of: LateStretch, mark: string, change: Partial<Incident> = {}): string[] {
  const found: string[] = [];
  takeLate(book, { id: 1, ...lateIncident(of, at(mark)), ...change }, at(mark), (what) => void found.push(what));
  return found;
}

function due(book: LateBook, mark: number): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  dueLate(book, mark, (_what, _stated, computed) => void found.push(computed));
  return found;
}

describe('late marks that are told', () => {
  test('as they were', () => {
    const book = booked(1, 900, 600, 1);
    expect(take(book, stretch('12:05', '12:10', 900), '12:20')).toEqual([]);
    expect(book.open).toEqual([]);
    expect(lateSentence(book)).toMatch(
      /^2 marks were late: 2 late marks, from .*12:05.* to .*12:10.*: done up to 900 s/,
    );
  });

  test.each<[string, LateStretch, string, Partial<Incident>]>([
    ['less late than they were', stretch('12:05', '12:10', 899), '12:20', {}],
    ['later than they were', stretch('12:05', '12:10', 901), '12:20', {}],
    ['at an earlier mark', stretch('12:05', '12:10', 900), '12:15', {}],
    ['at a later mark', stretch('12:05', '12:10', 900), '12:25', {}],
    ['with marks that are not known', stretch('11:55', '12:10', 900), '12:20', {}],
    ['in other words', stretch('12:05', '12:10', 900), '12:20', { reason: 'They were late.' }],
    ['of another mark', stretch('12:05', '12:10', 900), '12:20', { about: { kind: 'mark', id: '2026' } }],
    ['by the operator', stretch('12:05', '12:10', 900), '12:20', { by: 'operator' }],
  ])('%s: differs', (_, of, mark, change) => {
    expect(take(booked(1, 900, 600, 1), of, mark, change)).not.toEqual([]);
  });

  test('twice: differs', () => {
    const book = booked(1, 900, 600, 1);
    expect(take(book, stretch('12:05', '12:10', 900), '12:20')).toEqual([]);
    expect(take(book, stretch('12:05', '12:10', 900), '12:20')).not.toEqual([]);
  });

  test('as seen later than they were, since a cosignature came in afterwards: holds; as seen earlier: differs', () => {
    const seen = (seconds: number): LateBook => {
      const book = noLateBook();
      lookLate(book, times(at('11:55'), 1, 1), true);
      lookLate(book, times(at('12:00'), 1, seconds), true);
      lookLate(book, times(at('12:05'), 1, 1), true);
      return book;
    };
    const told = stretch('12:00', '12:00', 1, { seenMs: 700_000 });
    expect(take(seen(700), told, '12:10')).toEqual([]);
    expect(take(seen(500), told, '12:10')).toEqual([]);
    expect(take(seen(701), told, '12:10')).not.toEqual([]);
    expect(take(seen(701), stretch('12:00', '12:00', 1, { unseen: 1 }), '12:10')).toEqual([]);
  });
});

describe('late marks that are not told', () => {
  test('are due an hour after the first mark in time', () => {
    const book = booked(900, 1);
    expect(due(book, at('13:00'))).toEqual([]);
    expect(lateSentence(book)).toContain('1 mark was late');
    expect(lateSentence(book)).toContain('not told yet');
    expect(due(book, at('13:05'))).toEqual([expect.stringMatching(/^1 late mark, from .*12:00.*: done up to 900 s/)]);
    expect(due(book, at('13:10')), 'it is said once').toEqual([]);
  });

  test('are due with the next 00:00, also while the stretch goes on', () => {
    const book = booked(900, 900);
    expect(due(book, at('23:55'))).toEqual([]);
    expect(due(book, at('23:55') + markMs)).toHaveLength(1);
  });

  test('on a clock that is not the real one there are none', () => {
    const book = noLateBook();
    lookLate(book, times(at('12:00'), 9_000), false);
    expect(due(book, at('23:55') + markMs)).toEqual([]);
  });
});
