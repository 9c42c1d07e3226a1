import fc from 'fast-check';
import { limits } from 'papertape-contract/limits';
import { expect, test } from 'vitest';
import { confirmable, makerLimit, type Entering } from './maker-limit.ts';

const {
  unconfirmedBotsPerMakerAndLeagueMax: few,
  botsPerMakerAndLeagueMax: active,
  botsEverPerMakerAndLeagueMax: ever,
} = limits;
const count = (bots: number, of = bots) => ({ bots, active: of });
const entering = (more: Partial<Entering>): Entering => ({
  counts: { confirmed: count(0), unconfirmed: count(0) },
  isConfirming: true,
  isProved: false,
  leaving: undefined,
  ...more,
});

test('each limit at its edge', () => {
  const counts = (confirmed: ReturnType<typeof count>, unconfirmed: ReturnType<typeof count>) => ({
    counts: { confirmed, unconfirmed },
  });
  for (const [at, refused] of [
    [entering(counts(count(0), count(few - 1))), undefined],
    [entering(counts(count(0), count(few))), { of: 'active', max: few, which: 'unconfirmed' }],
    [entering({ ...counts(count(0), count(few)), leaving: 'unconfirmed' }), undefined],
    [entering({ ...counts(count(0), count(few)), leaving: 'confirmed' }), { of: 'active', which: 'unconfirmed' }],
    [entering(counts(count(0), count(ever - 1, 0))), undefined],
    [entering(counts(count(0), count(ever, 0))), { of: 'ever', max: ever, which: 'unconfirmed' }],
    [entering({ ...counts(count(active - 1), count(ever)), isProved: true }), undefined],
    [entering({ ...counts(count(active), count(0)), isProved: true }), { of: 'active', max: active }],
    [entering({ ...counts(count(active), count(0)), isProved: true, leaving: 'confirmed' }), undefined],
    [entering({ ...counts(count(ever, 0), count(0)), isProved: true }), { of: 'ever', max: ever, which: 'confirmed' }],
    [entering({ ...counts(count(4), count(active - 5)), isConfirming: false }), undefined],
    [entering({ ...counts(count(4), count(active - 4)), isConfirming: false }), { of: 'active', max: active }],
    [entering({ ...counts(count(4), count(active - 4)), isConfirming: false, leaving: 'confirmed' }), undefined],
    [entering({ ...counts(count(9, 0), count(ever - 9, 0)), isConfirming: false }), { of: 'ever', which: 'all' }],
  ] as const) {
    if (refused === undefined) expect(makerLimit(at), JSON.stringify(at)).toBeUndefined();
    else expect(makerLimit(at), JSON.stringify(at)).toMatchObject(refused);
  }
});

test('whatever strangers register, the owner of the address may enter what they could enter without them', () => {
  const counts = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => count(Math.max(a, b), Math.min(a, b)));
  fc.assert(
    fc.property(counts, counts, (confirmed, unconfirmed) => {
      const alone = makerLimit(entering({ counts: { confirmed, unconfirmed: count(0) }, isProved: true }));
      expect(makerLimit(entering({ counts: { confirmed, unconfirmed }, isProved: true }))).toEqual(alone);
    }),
  );
});

test('of bots that are claimed so many are confirmed as their league has room for, in the order given', () => {
  const bots = fc.array(fc.record({ league: fc.constantFrom('a', 'b'), isRetired: fc.boolean() }), { maxLength: 80 });
  const before = fc.dictionary(fc.constantFrom('a', 'b'), fc.tuple(fc.nat(ever), fc.nat(active)));
  fc.assert(
    fc.property(bots, before, (claimed, held) => {
      const counts = new Map(
        Object.entries(held).map(([league, [a, b]]) => [league, count(Math.max(a, b), Math.min(b, a))]),
      );
      const { taken, left } = confirmable(claimed, counts);
      expect(taken.length + left.length).toBe(claimed.length);
      for (const league of ['a', 'b']) {
        const had = counts.get(league) ?? count(0);
        const more = taken.filter((b) => b.league === league);
        const isActive = had.active + more.filter((b) => !b.isRetired).length;
        expect(had.bots + more.length).toBeLessThanOrEqual(ever);
        expect(isActive).toBeLessThanOrEqual(Math.max(active, had.active));
        // Nobody is left out who had room.
        const out = left.filter((b) => b.league === league);
        if (out.some((b) => b.isRetired)) expect(had.bots + more.length).toBe(ever);
        else if (out.length > 0) expect(had.bots + more.length === ever || isActive >= active).toBe(true);
      }
    }),
  );
});
