import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { bestForces, valueOf, type Battle } from './allocations.ts';
import { strategyGames } from './index.ts';
import { bestReply, fixedMachines, remembered, worthOf, type Opponent } from './machines.ts';
import { winningMoves, type Position } from './pieces.ts';

suite(strategyGames, {
  a: { tasks: 'f7db804efa8e3604', shown: '4f53cda18c2baa0c', keys: '4ac95793d6367eb2' },
  b: { tasks: 'ed5cb9a96c89ef04', shown: '4f53cda18c2baa0c', keys: '0b232de695aa0358' },
  c: { tasks: '710dbb233fef3628', shown: '4f53cda18c2baa0c', keys: 'd15bd9a342b552a4' },
});

const takes = (most: number): number[][] => Array.from({ length: most }, (_, i) => [i + 1]);

test('the worked example: of heaps of 3, 4 and 5 only two from the first wins', () => {
  const heaps: Position = { steps: takes(5), pieces: [[3], [4], [5]] };
  expect(winningMoves(heaps)).toEqual([{ piece: 1, step: 2 }]);
  expect(winningMoves({ ...heaps, pieces: [[1], [4], [5]] })).toEqual([]);
  // At most two may be taken: a heap is lost where it is divided by three.
  expect(winningMoves({ ...heaps, steps: takes(2), pieces: [[6]] })).toEqual([]);
  expect(winningMoves({ ...heaps, steps: takes(2), pieces: [[8]] })).toEqual([{ piece: 1, step: 2 }]);
});

test('a piece on a grid moves by all directions of a step at once, or not at all', () => {
  const grid: Position = { steps: [[1, 2]], pieces: [[1, 2]] };
  expect(winningMoves(grid)).toEqual([{ piece: 1, step: 1 }]);
  expect(winningMoves({ ...grid, pieces: [[3, 1]] })).toEqual([]);
  expect(winningMoves({ ...grid, pieces: [[2, 4]] })).toEqual([]);
});

/** Plays what the other played last. */
const copier: Opponent = {
  kind: 'machine',
  yours: 1,
  own: 0,
  table: [0, 1],
  pays: [
    [3, 9],
    [5, 1],
  ],
  games: [],
};

test('machines: against one that copies, 0 and 1 in turn is the best: 9 and 5 by rounds', () => {
  expect(fixedMachines.map((each) => worthOf(copier, each))).toEqual([3_000, 1_000, 7_000]);
  const best = bestReply(copier);
  expect([best.worth, worthOf(copier, best.automaton)]).toEqual([7_000, 7_000]);
});

test('a memory holds the last actions of both, and forgets the older ones', () => {
  const both = { ...copier, yours: 2, own: 1 };
  // Yours 0 1 and its 1 are 011; after 1 and 0 they are 1 1 and 0.
  expect(remembered(both, 0b011, 1, 0)).toBe(0b110);
  expect(remembered({ ...copier, yours: 3 }, 0b011, 0, 1)).toBe(0b110);
});

const battle: Battle = {
  kind: 'allocation',
  forces: 4,
  worths: [3, 2, 2],
  enemies: [
    { weight: 5, forces: [4, 0, 0] },
    { weight: 3, forces: [0, 2, 2] },
  ],
};

test('allocations: an enemy is beaten with more worth won, equal forces are nobody’s', () => {
  expect(
    [
      [0, 2, 2],
      [4, 0, 0],
      [1, 1, 2],
      [2, 2, 0],
    ].map((forces) => valueOf(battle, forces)),
  ).toEqual([5, 0, 8, 3]);
  expect(valueOf(battle, bestForces(battle))).toBe(8);
});

test('what a schema cannot say is said: sums, states that are not there, actions', () => {
  for (const seed of ['a', 'b', 'c']) {
    const variant = variantOf(strategyGames, seed);
    for (const { task_id: id, prompt, example } of variant.tasks) {
      if (prompt.startsWith('Machine')) {
        expect(variant.understand(id, { start: 1, states: [[0, 0, 0]] })).toEqual({
          why: 'a state is named that is not there',
        });
        expect(variant.understand(id, { start: 0, states: [[2, 0, 0]] })).toHaveProperty('why');
        expect(variant.understand(id, { start: 0, states: Array.from({ length: 9 }, () => [0, 0, 0]) })).toHaveProperty(
          'why',
        );
      }
      if (prompt.startsWith('Allocation')) {
        const { forces } = example as { forces: number[] };
        expect(variant.understand(id, { forces: forces.map(() => 0) })).toHaveProperty('why');
      }
      if (prompt.startsWith('Position'))
        expect(variant.understand(id, { first: { piece: 9, step: 1 }, second: null })).toHaveProperty('why');
    }
  }
});

test('the ladder: the product of the places of all pieces grows a hundredfold and more', () => {
  const places = (levels: readonly number[]): number[] =>
    variantOf(strategyGames, 'x', levels).tasks.flatMap(({ prompt }) => {
      if (!prompt.startsWith('Position')) return [];
      const pieces = [...prompt.matchAll(/^- piece \d+: (.*)$/gm)].map(([, at = '']) =>
        (at.match(/\d+/g) ?? []).map(Number),
      );
      return [
        pieces
          .slice(0, pieces.length / 2)
          .flat()
          .reduce((product, each) => product * (each + 1), 1),
      ];
    });
  const [first = 0] = places([1, 2, 3, 4, 5]);
  const last = places([5, 6, 7, 8, 9]).at(-1) ?? 0;
  expect(last).toBeGreaterThan(100 * first);
});
