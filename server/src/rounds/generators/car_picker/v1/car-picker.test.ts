import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeValue } from '../../../graders/graders.ts';
import type { Json } from '../../../json.ts';
import { runningDollars, type Buyer, type Car, type Costs } from './car.ts';
import { carPicker } from './index.ts';
import { isFit, pointsOf, ranked } from './points.ts';
import { readAdverts, readRunning } from './read.ts';

suite(carPicker, {
  a: { tasks: 'c75f06da6233c163', shown: '2796851a099619c8', keys: 'b65c1725d3f365ee' },
  b: { tasks: '67f52dc49b6c49ca', shown: '90386393b0f20a9a', keys: 'f75af209d72cccc5' },
  c: { tasks: '16af3c53051ce851', shown: '81a7dfaa576e752a', keys: 'a30bc70a06a6829b' },
});

const car: Car = {
  id: 'a01',
  name: 'Corvane Lira',
  year: 2020,
  price: 12_000,
  km: 60_000,
  fuel: 'petrol',
  gearbox: 'manual',
  usedTenths: 64,
  seats: 5,
  boot: 410,
  tow: 1_200,
  owners: 2,
  warranty: 12,
  accident: false,
  defect: false,
  group: 2,
  extras: ['tow bar'],
  inMiles: false,
  netPrice: false,
};
const costs: Costs = { fuelCents: { petrol: 170 }, taxCents: { petrol: 15_000 }, insuranceCents: [40_000, 46_000] };
const asked = (more: Partial<Buyer>): Pick<Buyer, 'thousandKm' | 'conditions' | 'terms'> => ({
  thousandKm: 10,
  conditions: [],
  terms: [],
  ...more,
});

test('the worked example: 91, 84 and 80 points, and the first two swapped', () => {
  expect(3 * 91 + 2 * 84 + 80).toBe(521);
  expect(gradeValue(4, 521, 514).score).toBe(946_258);
});

test('running cost: consumption, tax and insurance, up to whole dollars', () => {
  // 6.4 l × 100 × $1.70 = $1,088.00, with $150 and $460 it is $1,698.00.
  expect(runningDollars(car, costs, 10)).toBe(1_698);
  expect(runningDollars({ ...car, usedTenths: 65 }, { ...costs, fuelCents: { petrol: 171 } }, 1)).toBe(722);
});

test('each condition at its edge', () => {
  const fits = (...conditions: Buyer['conditions']): boolean => isFit(car, asked({ conditions }), costs);
  for (const kind of ['price', 'km', 'owners'] as const)
    expect([fits({ kind, most: car[kind] }), fits({ kind, most: car[kind] - 1 })]).toEqual([true, false]);
  for (const kind of ['year', 'seats', 'boot', 'tow', 'warranty'] as const)
    expect([fits({ kind, least: car[kind] }), fits({ kind, least: car[kind] + 1 })]).toEqual([true, false]);
  expect([fits({ kind: 'running', most: 1_698 }), fits({ kind: 'running', most: 1_697 })]).toEqual([true, false]);
  expect([fits({ kind: 'fuel', oneOf: ['petrol'] }), fits({ kind: 'fuel', oneOf: ['diesel'] })]).toEqual([true, false]);
  expect([fits({ kind: 'gearbox', is: 'manual' }), fits({ kind: 'gearbox', is: 'automatic' })]).toEqual([true, false]);
  for (const kind of ['accident', 'defect'] as const) {
    expect(fits({ kind })).toBe(true);
    expect(isFit({ ...car, [kind]: true }, asked({ conditions: [{ kind }] }), costs)).toBe(false);
  }
});

test('points count whole steps and are never below 0', () => {
  const points = (...terms: Buyer['terms']): number => pointsOf(car, asked({ terms }), costs);
  expect(points({ of: 'price', points: 2, step: 100, below: 12_399 })).toBe(6);
  expect(points({ of: 'price', points: 2, step: 100, below: 11_000 })).toBe(0);
  expect(points({ of: 'km', points: 3, step: 2_000, below: 66_000 })).toBe(9);
  expect(points({ of: 'running', points: 3, step: 50, below: 1_748 })).toBe(3);
  expect(points({ of: 'year', points: 5, step: 1, above: 2_014 })).toBe(30);
  expect(points({ of: 'boot', points: 5, step: 20, above: 200 })).toBe(50);
  expect(points({ of: 'warranty', points: 4, step: 3, above: 0 })).toBe(16);
  expect(points({ of: 'extras', points: 10, names: ['tow bar', 'roof rack'] })).toBe(10);
  const terms = [{ of: 'year', points: 1, step: 1, above: 2_014 } as const];
  const other = { ...car, id: 'a00' };
  expect(ranked([car, other, { ...car, id: 'a02', year: 2_021 }], asked({ terms }), costs).map(({ id }) => id)).toEqual(
    ['a02', 'a00', 'a01'],
  );
});

test('an answer that swaps two cars is worth less, one with a car that does not fit much less', () => {
  const variant = variantOf(carPicker, 'a');
  const key = variant.keys.get('t01') as { best: readonly [string, string, string]; value: number };
  const [first, second, third] = key.best;
  const score = (best: readonly string[]): number => variant.grade('t01', key, { best } as Json).score;
  const out = readAdverts(variant, true)
    .map(({ id }) => id)
    .filter((id) => score([id, id, id]) === 0);
  expect(score([first, second, third])).toBe(1_000_000);
  expect(score([second, first, third])).toBeLessThan(1_000_000);
  expect(out.length).toBeGreaterThan(40);
  expect(score([out[0] ?? '', second, third])).toBe(0);
  expect(variant.understand('t01', { best: ['a01', 'a02', 'a81'] })).toEqual({
    why: 'best names a car that is not on the site',
  });
});

test('advertisements give every fact: none is missing where the second solver reads them', () => {
  const variant = variantOf(carPicker, 'b', [5, 6, 7, 8, 9]);
  const adverts = readAdverts(variant, true);
  const running = readRunning(variant);
  expect(adverts).toHaveLength(80);
  for (const { id, facts } of adverts)
    for (const [name, value] of Object.entries(facts))
      expect([id, name, Number.isInteger(value) && (value > 0 || name === 'warranty')]).toEqual([id, name, true]);
  expect(adverts.every((advert) => running(advert, 10) > 300)).toBe(true);
});
