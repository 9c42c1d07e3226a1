import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { ageOn } from './form.ts';
import { healthAdmin } from './index.ts';
import { settle, type Bill, type Item, type Plan } from './plan.ts';
import { second } from './second.ts';
import { best, type Slot, type Visits } from './visits.ts';

suite(healthAdmin, {
  a: { tasks: '15a3c0c22ac88a6a', shown: '2ac3a7d9e0fd0cd6', keys: '4eabc3d43fc73952' },
  b: { tasks: '2777601aef71f2c7', shown: 'f88fc24de0d6ceef', keys: 'bfe78e0d1835e964' },
  c: { tasks: '36ddb1f0a821e03a', shown: '8cc3da88119bc310', keys: '8246c0742518d123' },
});

const item = (allowed: number, more: Partial<Item> = {}): Item => ({
  service: 'consultation',
  group: 'A',
  charged: allowed + 500,
  allowed,
  ...more,
});
const bill = (id: string, day: number, ...items: Item[]): Bill => ({ id, day, items });
const plan: Plan = {
  deductible: 50_000,
  limit: 80_000,
  shares: { A: 20, B: 35 },
  excluded: ['private room'],
  second: null,
};
const left = { deductible: 30_000, limit: 40_000 };

test('the worked example: 300.00 and 188.00 are capped at 400.00', () => {
  expect(settle([bill('B1', 3, item(124_000))], plan, left)).toEqual([
    { id: 'B1', patient: 40_000, excluded: 0, plan: 84_000, second: 0 },
  ]);
  expect(settle([bill('B1', 3, item(124_000))], plan, { ...left, limit: 48_801 })[0]?.patient).toBe(48_800);
});

test('the date decides and not the id; halves go up; what is not covered is paid as charged', () => {
  const bills = [
    bill('B2', 9, item(10_000, { service: 'private room' }), item(110, { group: 'B' })),
    bill('B9', 5, item(30_000)),
    bill('B1', 9, item(10)),
  ];
  // 35% of 1.10 is 0.385; 20% of 0.10 is 0.02.
  expect(settle(bills, plan, left).map(({ id, patient }) => [id, patient])).toEqual([
    ['B9', 30_000],
    ['B1', 2],
    ['B2', 10_500 + 39],
  ]);
});

test('a new year begins with the whole amounts; a second plan pays its part to its own limit', () => {
  const bills = [bill('B1', 364, item(30_000)), bill('B2', 365, item(60_000))];
  const second = { percent: 50, most: 16_000 };
  expect(settle(bills, { ...plan, second }, left)).toEqual([
    { id: 'B1', patient: 15_000, excluded: 0, plan: 0, second: 15_000 },
    { id: 'B2', patient: 52_000 - 16_000, excluded: 0, plan: 8_000, second: 16_000 },
  ]);
  expect(settle(bills.toReversed(), plan, { ...left, limit: 100 }).map(({ patient }) => patient)).toEqual([
    100, 52_000,
  ]);
});

const slot = (id: string, day: number, hour: number): Slot => ({
  id,
  start: day * 1_440 + hour * 60,
  end: day * 1_440 + hour * 60 + 30,
});

test('appointments: the earliest last end, then the latest first start, with time to travel', () => {
  const slots = [
    [slot('a1', 0, 9), slot('a2', 1, 9)],
    [slot('b1', 1, 10), slot('b2', 2, 9)],
  ];
  const visits: Visits = { slots, busy: [], travel: 30, after: [] };
  const chosen = (more: Partial<Visits>): string[] | undefined =>
    best({ ...visits, ...more })?.slots.map(({ id }) => id);
  expect(chosen({})).toEqual(['a2', 'b1']);
  expect(chosen({ travel: 31 })).toEqual(['a1', 'b1']);
  expect(chosen({ after: [[0, 1, 1]] })).toEqual(['a1', 'b1']);
  expect(chosen({ after: [[0, 1, 2]] })).toEqual(['a1', 'b2']);
  expect(chosen({ after: [[0, 1, 3]] })).toBeUndefined();
  expect(best({ ...visits, slots: [[slot('a1', 0, 9), slot('a2', 0, 9)]] })?.unique).toBe(false);
});

test('age goes up on the birthday', () => {
  expect(['2031-03-03', '2031-03-04'].map((on) => ageOn('1988-03-04', on))).toEqual([42, 43]);
});

/** How many of the second solver's tasks are right where words of the files are not there. */
function rightWithout(words: RegExp, levels = [5, 6, 7, 8, 9]): number {
  return ['0', '1', '2'].reduce((sum, seed) => {
    const variant = variantOf(healthAdmin, seed, levels);
    const files = variant.files.map((file) => ({
      ...file,
      bytes: Buffer.from(file.bytes.toString('latin1').replaceAll(words, ''), 'latin1'),
    }));
    const scores = [...second({ ...variant, files })].map(
      ([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score,
    );
    return sum + scores.filter((score) => score === 1_000_000).length;
  }, 0);
}

test('mails, exclusions, the limit and the cover all matter', () => {
  expect(rightWithout(/x{9}/g)).toBe(30);
  expect(rightWithout(/item \d: charged/g)).toBeLessThan(20);
  expect(rightWithout(/(?<=the date of )service/g)).toBeLessThan(30);
  expect(rightWithout(/Not covered/g)).toBeLessThan(25);
  expect(rightWithout(/Slot \w+ is taken/g)).toBeLessThan(30);
  expect(rightWithout(/at most/g)).toBeLessThan(25);
});
