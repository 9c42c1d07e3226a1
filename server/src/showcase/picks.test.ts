import fc from 'fast-check';
import { expect, test } from 'vitest';
import { picksOf, type Candidate } from './picks.ts';

const entry = (id: number, votes: number, createdAt: number, house = false): Candidate => ({
  id,
  votes,
  createdAt,
  house,
});
const ids = (all: readonly Candidate[]): number[] => picksOf(all).map(({ id }) => id);

test('the three with the most upvotes, of as many the earliest, none without one', () => {
  expect(ids([entry(1, 2, 10), entry(2, 3, 12), entry(3, 2, 9), entry(4, 0, 1)])).toEqual([2, 3, 1]);
  expect(ids([1, 2, 3, 4].map((id) => entry(id, 1, 5)))).toEqual([1, 2, 3]);
});

test('an entry of the service comes behind those of bots', () => {
  expect(ids([entry(1, 9, 1, true), entry(2, 1, 2)])).toEqual([2, 1]);
  expect(ids([entry(1, 9, 1, true), entry(2, 1, 2), entry(3, 1, 3), entry(4, 1, 4)])).toEqual([2, 3, 4]);
});

const candidates = fc.uniqueArray(
  fc.record({ id: fc.nat(50), votes: fc.nat(3), createdAt: fc.nat(5), house: fc.boolean() }),
  { selector: ({ id }) => id },
);

test('whatever order they come in: at most three, each with a vote, and nobody who was left out is before one who was not', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const picked = picksOf(all);
      expect(picked).toHaveLength(Math.min(3, all.filter(({ votes }) => votes > 0).length));
      expect(picksOf(all.toReversed())).toEqual(picked);
      const rest = all.filter((c) => !picked.includes(c) && c.votes > 0);
      const before = (a: Candidate, b: Candidate): boolean => {
        if (a.house !== b.house) return b.house;
        if (a.votes !== b.votes) return a.votes > b.votes;
        return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
      };
      for (const out of rest) for (const one of picked) expect(before(out, one)).toBe(false);
    }),
  );
});
