import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeCost } from '../../../graders/graders.ts';
import type { Json } from '../../../json.ts';
import { judge, priceOf, type Household, type Item } from './household.ts';
import { groceryBasket } from './index.ts';
import { solve } from './solve.ts';

suite(groceryBasket, {
  a: { tasks: '3e6a97748cb3c7af', shown: '62bc56acc060f34a', keys: 'b2f00989ba605ed4' },
  b: { tasks: 'b50bc9b50fb88d8f', shown: 'ca0982d3a340b85d', keys: 'd3224cdf478331f3' },
  c: { tasks: '85d262387b1c0cf7', shown: 'c6d4b5011f6ff6c0', keys: '09756412a1409fc4' },
});

const article = (id: string, cents: number, holds: readonly number[], more: Partial<Item> = {}): Item => ({
  id,
  shop: 's1',
  cents,
  threeForTwo: false,
  holds,
  ...more,
});

const example: Household = {
  items: [article('lentils', 210, [120]), article('eggs', 320, [63]), article('dear', 370, [63])],
  needs: [{ name: 'protein', kind: 'least', amount: 300 }],
  packsMax: 2,
  delivery: { s1: 0 },
};

test('the worked example: lentils and the cheaper eggs', () => {
  expect(solve(example)).toEqual({ cost: 740, packs: { lentils: 2, eggs: 1 } });
  expect(judge(example, { lentils: 2, dear: 1 })).toEqual({ cost: 790 });
  expect(gradeCost(4, 740, 790).score).toBe(729_730);
});

test('what breaks a condition is told; a need is kept at its very edge', () => {
  expect(judge(example, { lentils: 2 })).toEqual({ broken: 'protein is not kept' });
  expect(judge(example, { lentils: 3 })).toEqual({ broken: '3 packs of lentils, at most 2' });
  expect(judge(example, { none: 1 })).toEqual({ broken: 'none is not among the articles that the household buys' });
  const edge = (amount: number, kind: 'least' | 'most') => ({ ...example, needs: [{ name: 'protein', kind, amount }] });
  expect(judge(edge(303, 'least'), { lentils: 2, eggs: 1, none: 0 })).toEqual({ cost: 740 });
  expect('broken' in judge(edge(304, 'least'), { lentils: 2, eggs: 1 })).toBe(true);
  expect(judge(edge(303, 'most'), { lentils: 2, eggs: 1 })).toEqual({ cost: 740 });
  expect('broken' in judge(edge(302, 'most'), { lentils: 2, eggs: 1 })).toBe(true);
});

test('three for two, and a fee for each shop that delivers', () => {
  const offer = article('a', 100, [1], { threeForTwo: true });
  expect([0, 1, 2, 3, 4].map((n) => priceOf(offer, n))).toEqual([0, 100, 200, 200, 300]);
  const two: Household = {
    items: [article('near', 100, [10]), article('far', 90, [10], { shop: 's2' })],
    needs: [{ name: 'fibre', kind: 'least', amount: 20 }],
    packsMax: 2,
    delivery: { s1: 30, s2: 55 },
  };
  expect(judge(two, { near: 1, far: 1 })).toEqual({ cost: 100 + 90 + 30 + 55 });
  expect(solve(two)).toEqual({ cost: 230, packs: { near: 2 } });
  expect(solve({ ...two, delivery: { s1: 30, s2: 49 } })).toEqual({ cost: 229, packs: { far: 2 } });
  // A shop without a fee is enough by itself, beside one that has a fee.
  expect(solve({ ...two, delivery: { s1: 0, s2: 55 } })).toEqual({ cost: 200, packs: { near: 2 } });
  expect(solve({ ...two, packsMax: 0 })).toBeNull();
});

test('the search finds what trying everything finds', () => {
  const item = fc.record({
    cents: fc.integer({ min: 1, max: 500 }),
    offer: fc.boolean(),
    shop: fc.constantFrom('s1', 's2'),
    a: fc.nat(99),
    b: fc.nat(99),
  });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.nat(600),
      fc.nat(600),
      fc.boolean(),
      fc.nat(300),
      (drawn, need, other, least, fee) => {
        const household: Household = {
          items: drawn.map(({ cents, offer, shop, a, b }, i) =>
            article(`i${i}`, cents, [a, b], { threeForTwo: offer, shop }),
          ),
          needs: [
            { name: 'a', kind: 'least', amount: need },
            { name: 'b', kind: least ? 'least' : 'most', amount: other },
          ],
          packsMax: 4,
          delivery: { s1: fee, s2: 40 },
        };
        // Without any need the empty basket is no question that a task asks: a fee stands for at least one pack.
        fc.pre(need > 0);
        expect(solve(household)?.cost ?? null).toBe(tried(household));
      },
    ),
    { numRuns: 60 },
  );
});

test('no article may be named that is not in the table; packs of 0 are left out of the canonical answer', () => {
  const variant = variantOf(groceryBasket, 'a');
  const understood = (answer: Json) => variant.understand('t01', answer);
  expect(understood({ packs: { g99: 1 } })).toEqual({ why: 'packs names an article that is not in articles.csv' });
  expect(understood({ packs: { g02: 1, g01: 0 } })).toEqual({ as: { packs: { g02: 1 } } });
  expect(understood({ packs: { g01: 10 } })).toEqual({ why: 'packs.g01 must be at most 9' });
});

/** The least cost by trying every count of every article. */
function tried(household: Household): number | null {
  let best: number | null = null;
  const packs: Record<string, number> = {};
  const visit = (i: number): void => {
    const item = household.items[i];
    if (item === undefined) {
      const judged = judge(household, packs);
      if ('cost' in judged && (best === null || judged.cost < best)) best = judged.cost;
      return;
    }
    for (let n = 0; n <= household.packsMax; n++) {
      packs[item.id] = n;
      visit(i + 1);
    }
    delete packs[item.id];
  };
  visit(0);
  return best;
}
