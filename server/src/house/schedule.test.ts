import { describe, expect, test } from 'vitest';
import { offsetOf, turnsAt } from './schedule.ts';

const at = (text: string): number => Date.parse(`2026-03-${text}Z`);
const day = '2026-03-02';

describe('turns', () => {
  test('begin at 00:05, are spread, and end before 00:30', () => {
    expect([0, 1, 2, 3].map((i) => offsetOf(i, 4) / 60_000)).toEqual([5, 11.25, 17.5, 23.75]);
    expect(offsetOf(59, 60)).toBeLessThan(30 * 60_000);
  });

  test.each<[string, (string | undefined)[], number[], string]>([
    ['02T00:04:59.999', [undefined, undefined], [], '02T00:05:00'],
    ['02T00:05:00', [undefined, undefined], [0], '02T00:17:30'],
    ['02T00:17:30', [undefined, undefined], [0, 1], ''],
    ['02T00:17:30', [day, undefined], [1], '03T00:05:00'],
    ['02T23:59:59', [day, day], [], '03T00:05:00'],
    ['03T00:05:00', [day, day], [0], '03T00:17:30'],
    // Days that are over are not made up for: one turn, not three.
    ['05T12:00:00', [day, day], [0, 1], ''],
    // A file of other data, whose clock was ahead.
    ['02T12:00:00', ['2027-01-01', day], [0], '03T00:17:30'],
  ])('at %s, done %j: %j, then %s', (now, doneOn, due, next) => {
    expect(turnsAt(at(now), doneOn)).toEqual({ due, next: next === '' ? Number.POSITIVE_INFINITY : at(next) });
  });
});
