import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { endedOutage, foldOutage, noOutage, outageIncident, readOutage, type Outage } from './outage.ts';

const first = Date.parse('2026-03-02T10:00:00Z');
const at = (i: number): number => first + i * markMs;

/** @param lateMs of each mark. @returns what ended with which mark. */
function ended(lateMs: readonly number[]): (readonly [number, Outage])[] {
  const fold = noOutage();
  return lateMs.flatMap((late, i) => {
    foldOutage(fold, { mark: at(i), doneAt: at(i) + late });
    const outage = endedOutage(fold);
    return outage ? [[i, outage] as const] : [];
  });
}

test('a mark is caught up when it is done as the next one is due, and not a moment before', () => {
  expect(ended([0, markMs - 1, 0])).toEqual([]);
  expect(ended([0, markMs, 0])).toEqual([[2, { from: at(1), to: at(1), until: at(2) }]]);
});

test('those one behind the other are one outage, and others are another', () => {
  const hour = 3_600_000;
  expect(ended([0, hour, hour - markMs, 0, 0, markMs, 2_000])).toEqual([
    [3, { from: at(1), to: at(2), until: at(1) + hour }],
    [6, { from: at(5), to: at(5), until: at(6) }],
  ]);
  expect(ended([0, hour])).toEqual([]);
});

test('what is told of it is read as it was', () => {
  for (const outage of [
    { from: at(1), to: at(11), until: at(12) + 30_123 },
    { from: at(1), to: at(1), until: at(2) },
  ]) {
    const { reason, about } = outageIncident(outage, at(14));
    expect(about).toEqual({ kind: 'mark', id: iso(at(1)) });
    expect(readOutage(reason)).toEqual(outage);
    expect(readOutage(reason.replace('caught up', 'made up'))).toBeUndefined();
    expect(readOutage(reason.replace('10:05', '10:06'))).toBeUndefined();
  }
});
