import { expect, test } from 'vitest';
import type { PoolReading } from '../../sources/source.ts';
import { usedAttempt, usedReadings, type Attempt } from './attempts.ts';

const no = (reason: 'no_answer' | 'stale'): PoolReading => ({ ok: false, reason });
const yes = (cumulative: bigint): PoolReading => ({ ok: true, cumulative, since: 0 });
const all = (...readings: PoolReading[]): Attempt[] =>
  readings.map((reading, attempt) => ({ attempt, readAt: attempt * 300_000, reading }));

test.each<[string, Attempt[], number | undefined]>([
  ['nothing was asked', [], undefined],
  ['the first answer', all(yes(1n)), 0],
  ['a late answer', all(no('no_answer'), yes(1n)), 1],
  ['the last reason', all(no('no_answer'), no('stale')), 1],
  ['a reading stands, whatever comes after it', all(yes(1n), no('stale')), 0],
])('what counts: %s', (_name, attempts, index) => {
  expect(usedAttempt(attempts)?.attempt).toBe(index);
});

test('pool by pool', () => {
  const used = usedReadings(
    new Map([
      ['a', all(no('stale'), yes(2n))],
      ['b', all(no('stale'))],
      ['c', []],
    ]),
  );
  expect([...used]).toEqual([
    ['a', yes(2n)],
    ['b', no('stale')],
  ]);
});
