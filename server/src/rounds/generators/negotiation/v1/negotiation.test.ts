import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeValue } from '../../../graders/graders.ts';
import { negotiation } from './index.ts';
import { bestPlan, keepsOf, payOf } from './solve.ts';
import { acceptedAt, demandAt, pay, type Counterpart } from './talk.ts';
import { drawTerms } from './world.ts';

suite(negotiation, {
  a: { tasks: 'd40278746f4852e1', shown: 'fbe1092f69d92714', keys: '05bd18e3284dda9f' },
  b: { tasks: '4456b9aee33e9366', shown: '79f696aebe265bfc', keys: '0a346ee67f2fe6fb' },
  c: { tasks: 'cc50638c55cc2281', shown: 'a0957bc48d42d46c', keys: '4a18e5559cea1730' },
});

const counts = [3, 2, 1];
const own = [1, 2, 3];
const theirs: Counterpart = { values: [2, 1, 2], start: 9, answersKindness: false };

test('the worked example: the best is taken at turn 7, two other lists earlier', () => {
  const best = bestPlan(counts, keepsOf(counts), own, theirs);
  expect([best.pay, best.offers.at(-1), best.offers.length]).toEqual([6_615, [2, 2, 1], 7]);
  const third = [
    [3, 2, 1],
    [1, 2, 1],
    [0, 2, 1],
  ];
  expect([acceptedAt(counts, theirs, third), payOf(counts, own, theirs, third)]).toEqual([3, 6_317]);
  const early = [
    [0, 2, 1],
    [0, 2, 0],
  ];
  expect(payOf(counts, own, theirs, early)).toBe(3_800);
  expect([6_317, 3_800, 6_615].map((each) => gradeValue(4, best.pay, each).score)).toEqual([819_804, 0, 1_000_000]);
  expect(payOf(counts, own, theirs, [[3, 2, 1]])).toBe(0);
});

test('the demand falls by one a turn and never below one; a turn costs a twentieth', () => {
  expect([1, 8, 9].map((turn) => demandAt(9, turn, 0))).toEqual([8, 1, 1]);
  expect([1, 2, 8].map((turn) => pay(10, turn))).toEqual([10_000, 9_500, 6_983]);
  const everything = Array.from({ length: 8 }, () => counts);
  expect(acceptedAt(counts, theirs, everything)).toBeNull();
});

test('a counterpart that answers kindness comes down faster where each offer is worth more to it', () => {
  const kind = { ...theirs, answersKindness: true };
  // Worth 0, 2, 3 and 4: the demand is 8, then 6, 4 and 2.
  const rising = [
    [3, 2, 1],
    [3, 2, 0],
    [2, 1, 1],
    [1, 2, 1],
  ];
  expect([acceptedAt(counts, theirs, rising), acceptedAt(counts, kind, rising)]).toEqual([null, 4]);
  expect(acceptedAt(counts, kind, [rising[0], rising[0], rising[0], rising[3]] as number[][])).toBe(4);
  expect(acceptedAt(counts, kind, [rising[3], rising[0], rising[0], rising[3]] as number[][])).toBe(4);
  const [plain, better] = [theirs, kind].map((each) => bestPlan(counts, keepsOf(counts), own, each).pay);
  expect(better).toBeGreaterThan(plain ?? 0);
});

test('an offer that keeps more than there is is not understood, nor is a list of nine', () => {
  const variant = variantOf(negotiation, 'a');
  const [task] = variant.tasks;
  const everything = (task?.example as { offers: number[][] } | undefined)?.offers[0] ?? [];
  expect(variant.understand('t01', { offers: [everything.map((each) => each + 1)] })).toEqual({
    why: 'an offer keeps more things of a kind than there are',
  });
  expect(variant.understand('t01', { offers: Array.from({ length: 9 }, () => everything) })).toHaveProperty('why');
  expect(variant.understand('t01', { offers: Array.from({ length: 8 }, () => everything) })).toHaveProperty('as');
});

test('the ladder: kinds of things, talks, kindness', () => {
  expect([1, 3, 5, 6, 7, 9].map((level) => Object.values(drawTerms(level)))).toEqual([
    [3, 5, false],
    [4, 3, false],
    [5, 1, false],
    [5, 0, true],
    [6, 0, true],
    [6, 0, true],
  ]);
});
