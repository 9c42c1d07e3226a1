import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs, weekMs } from '../lib/time.ts';
import { nextRound, roundsAhead, roundToCommit, type Ahead } from './cadence.ts';
import type { Round } from './calendar.ts';

const league = 'web_q_a';
const wednesday = Date.parse('2026-11-18T09:14:00Z');
const ahead = (of: Partial<Ahead>) => {
  const all: Ahead = { league, cadence: 'daily', now: wednesday, days: 9, promised: new Set(), ...of };
  const { rounds, withdrawn } = roundsAhead(all);
  return { rounds: rounds.map(({ name }) => name), withdrawn };
};
const days = '2026-W47-3 2026-W47-4 2026-W47-5 2026-W47-6 2026-W47-7 2026-W48-1 2026-W48-2 2026-W48-3 2026-W48-4'.split(
  ' ',
);

test('a daily league has a round each day, a weekly one each week that begins', () => {
  expect(ahead({})).toEqual({ rounds: days, withdrawn: [] });
  expect(ahead({ cadence: 'weekly' })).toEqual({ rounds: ['2026-W48'], withdrawn: [] });
});

test('a change begins with a week that cannot be committed to yet; what is promised of it is taken back', () => {
  const promised = new Set(days);
  expect(ahead({ cadence: 'weekly', promised })).toEqual({
    rounds: [...days.slice(0, 5), '2026-W48'],
    withdrawn: days.slice(5),
  });
  const weekly = new Set(['2026-W47', '2026-W48']);
  expect(ahead({ promised: weekly })).toEqual({ rounds: days.slice(5), withdrawn: ['2026-W48'] });
});

test('from an hour before its commitment on a week stays as it is promised', () => {
  const sunday = Date.parse('2026-11-22T00:00:00Z');
  const promised = new Set(days);
  const change = (now: number) => ahead({ cadence: 'weekly', now, promised }).rounds.includes('2026-W48');
  expect([change(sunday - hourMs - 1), change(sunday - hourMs)]).toEqual([true, false]);
});

test('the next round is one that can still be committed to', () => {
  expect(nextRound(league, 'daily', wednesday).name).toBe('2026-W47-5');
  expect(nextRound(league, 'weekly', wednesday).name).toBe('2026-W48');
  expect(nextRound(league, 'weekly', Date.parse('2026-11-22T00:05:00Z')).name).toBe('2026-W49');
});

test('where a week and its Monday are promised the week is committed to; nothing that overlaps is', () => {
  const sunday = Date.parse('2026-11-22T00:00:00Z');
  const at = (promised: string[], lastClosesAt?: number, mark = sunday) =>
    roundToCommit({ league, mark, promised, lastClosesAt })?.name;
  expect(at(['2026-W48-1', '2026-W48'])).toBe('2026-W48');
  expect(at(['2026-W48-1', '2026-W48-2'])).toBe('2026-W48-1');
  expect(at(['2026-W48'], sunday + 23 * hourMs)).toBe('2026-W48');
  expect(at(['2026-W48'], sunday + 2 * dayMs)).toBeUndefined();
  expect(at(['2026-W48-3'], undefined, sunday + dayMs)).toBeUndefined();
});

/** A service over some weeks: looked after at random instants, with a setting that may be another one at each, and marks at each midnight. */
function held(looks: readonly (readonly [hour: number, weekly: boolean])[], weeks: number): Round[] {
  const start = Date.parse('2026-11-16T00:00:00Z');
  let promised = new Set<string>();
  const rounds: Round[] = [];
  const sorted = looks.toSorted(([a], [b]) => a - b);
  for (let hour = 0; hour < weeks * 7 * 24; hour++) {
    const now = start + hour * hourMs;
    const last = rounds.at(-1);
    const round =
      hour % 24 === 0 ? roundToCommit({ league, mark: now, promised, lastClosesAt: last && last.closesAt }) : undefined;
    if (round) rounds.push(round);
    const [, weekly] = sorted.findLast(([at]) => at <= hour) ?? [0, false];
    const next = roundsAhead({ league, cadence: weekly ? 'weekly' : 'daily', now, days: 9, promised });
    promised = new Set([...promised].filter((name) => !next.withdrawn.includes(name)));
    for (const { name } of next.rounds) promised.add(name);
  }
  return rounds;
}

test('however the setting changes, every day is in one round, no two overlap, and a week is of one cadence', () => {
  const look = fc.tuple(fc.integer({ min: 0, max: 5 * 7 * 24 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(look, { maxLength: 6 }), (looks) => {
      const rounds = held(looks, 5);
      for (const [i, round] of rounds.entries()) {
        const next = rounds[i + 1];
        const length = round.cadence === 'weekly' ? weekMs : dayMs;
        if (next) expect(next.opensAt - round.opensAt).toBe(length);
      }
      for (const of of Map.groupBy(rounds, ({ week }) => week).values())
        expect(new Set(of.map(({ cadence }) => cadence)).size).toBe(1);
      expect(rounds.length).toBeGreaterThan(2);
    }),
    { numRuns: 60 },
  );
});
