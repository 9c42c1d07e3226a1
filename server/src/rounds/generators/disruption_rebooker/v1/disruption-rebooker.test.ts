import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeCost } from '../../../graders/graders.ts';
import type { Json } from '../../../json.ts';
import { judge, personCost, type Disruption, type Party, type Seat } from './disruption.ts';
import { disruptionRebooker } from './index.ts';
import { solve } from './solve.ts';

suite(disruptionRebooker, {
  a: { tasks: '0bb78aaa4de4117d', shown: '1162616851975dfb', keys: '01bea8fd4b026ce0' },
  b: { tasks: 'f975bae96c85bf8d', shown: '75eee4a71c5f49da', keys: 'ee0a507835e3a88e' },
  c: { tasks: 'd07bbfd6e66b626a', shown: 'a0d6716b7f093bd4', keys: '636e79a09941da48' },
});

const party = (id: string, more: Partial<Party> = {}): Party => ({
  id,
  persons: 1,
  weight: 1,
  connection: null,
  maySplit: false,
  ...more,
});

const example: Disruption = {
  flights: [
    { id: 'F1', seats: 1, delay: 60 },
    { id: 'F2', seats: 2, delay: 180 },
  ],
  parties: [party('p1', { weight: 3 }), party('p2')],
  missed: 0,
  behind: 900,
};

test('the worked example: the heavier party first, or the other way round', () => {
  expect(solve(example)).toEqual({ cost: 360, seats: { p1: 'F1', p2: 'F2' } });
  expect(judge(example, { p1: 'F2', p2: 'F1' })).toEqual({ cost: 600 });
  expect(gradeCost(1, 360, 600).score).toBe(333_334);
});

test('what breaks a rule is told; a flight may be full and not overfull', () => {
  const two: Disruption = {
    ...example,
    parties: [party('p1', { persons: 2 }), party('p2', { persons: 2, maySplit: true })],
  };
  expect(judge(two, { p1: 'F2', p2: null })).toEqual({ cost: 360 + 1_800 });
  expect(judge(two, { p1: 'F1', p2: null })).toEqual({ broken: 'F1 is overfull' });
  expect(judge(two, { p1: 'F2' })).toEqual({ broken: 'p2 is missing' });
  expect(judge(two, { p1: ['F1', 'F2'], p2: null })).toEqual({ broken: 'p1 may not be split' });
  expect(judge(two, { p1: null, p2: ['F1', 'F2'] })).toEqual({ cost: 1_800 + 240 });
  expect(judge(two, { p1: null, p2: ['F1', 'F2', 'F2'] })).toEqual({ broken: 'p2 has 2 persons, not 3' });
  expect(judge(two, { p1: null, p2: 'F9' })).toEqual({ broken: 'F9 is no flight of this task' });
});

test('a connection is reached to the minute', () => {
  const cost = (connection: number): number =>
    personCost({ ...example, missed: 500 }, party('p', { connection }), example.flights[0]!);
  expect([cost(60), cost(59)]).toEqual([60, 560]);
});

test('the search finds what trying everything finds', () => {
  const drawn = fc.record({
    persons: fc.integer({ min: 1, max: 3 }),
    weight: fc.integer({ min: 1, max: 8 }),
    connection: fc.option(fc.nat(300)),
    maySplit: fc.boolean(),
  });
  const flight = fc.record({ seats: fc.integer({ min: 1, max: 5 }), delay: fc.integer({ min: 1, max: 300 }) });
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 4 }),
      fc.array(flight, { minLength: 1, maxLength: 3 }),
      fc.nat(400),
      (parties, flights, missed) => {
        const disruption: Disruption = {
          parties: parties.map((each, i) => ({ ...each, id: `p${i}`, maySplit: each.maySplit && each.persons > 1 })),
          flights: flights.map((each, i) => ({ ...each, id: `F${i}` })),
          missed,
          behind: 700,
        };
        const solution = solve(disruption);
        expect(solution?.cost).toBe(tried(disruption));
        expect(judge(disruption, solution?.seats ?? {})).toEqual({ cost: solution?.cost });
      },
    ),
    { numRuns: 100 },
  );
});

test('only parties and flights of the task are understood', () => {
  const variant = variantOf(disruptionRebooker, 'a');
  const understood = (seats: Json) => variant.understand('t01', { seats });
  expect(understood({ p999: null })).toEqual({ why: 'seats names a party that is not in parties.csv' });
  expect(understood({ p001: 'ZZ999' })).toEqual({ why: 'seats names a flight that is not in flights.csv' });
  expect(understood({ p001: ['ZZ999', 'ZZ999'] })).toEqual({ why: 'seats names a flight that is not in flights.csv' });
  expect(understood({ p001: null })).toEqual({ as: { seats: { p001: null } } });
});

/** The least cost by trying every flight for every party, and every split. */
function tried({ ...disruption }: Disruption): number {
  let best = Infinity;
  const seats: Record<string, Seat> = {};
  const ids = disruption.flights.map(({ id }) => id);
  const lists = (n: number): string[][] =>
    n === 0 ? [[]] : lists(n - 1).flatMap((list) => ids.map((id) => [...list, id]));
  const visit = (i: number): void => {
    const each = disruption.parties[i];
    if (each === undefined) {
      const judged = judge(disruption, seats);
      if ('cost' in judged) best = Math.min(best, judged.cost);
      return;
    }
    for (const seat of [null, ...ids, ...(each.maySplit ? lists(each.persons) : [])]) {
      seats[each.id] = seat;
      visit(i + 1);
    }
  };
  visit(0);
  return best;
}
