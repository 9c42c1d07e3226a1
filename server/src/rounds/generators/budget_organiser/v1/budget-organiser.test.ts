import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';
import { createDraw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { budgetOrganiser } from './index.ts';
import { categoryOf, dollarCents, spending, type Ledger, type Line } from './ledger.ts';
import { readBooks } from './read.ts';
import { second } from './second.ts';
import { drawTerms } from './world.ts';

suite(budgetOrganiser, {
  a: { tasks: 'b78bbb1229b240fe', shown: 'cf00321ea32a958a', keys: '50bfafebfdfb9fe4' },
  b: { tasks: 'c5aad058a3630a0b', shown: '7b0eacc77b22dcda', keys: '317ec9f7c79b506c' },
  c: { tasks: '432f0162a572022a', shown: 'cc258c7035180a0b', keys: '83b41e0ec76e66c1' },
});

const bought: Line = {
  id: 'b0001',
  account: 'card',
  day: 20,
  payee: 'HARROW Pharmacy 12',
  text: 'thank you',
  cents: -12_000,
  currency: 'USD',
  kind: 'purchase',
};
const rules = [
  { word: 'harrow', least: 0, category: 'groceries' },
  { word: 'pharmacy', least: 0, category: 'health' },
];
const ledger: Ledger = { lines: [bought], rules, lastCounts: true, rates: { '2031-01 EUR': 10_825 } };

test('the worked examples: the last rule counts, and a refund of the next month counts in the month of the purchase', () => {
  const refund: Line = { ...bought, id: 'b0002', day: 35, text: 'refund of b0001', cents: 2_000, kind: 'refund' };
  const [spent] = spending({ ...ledger, lines: [bought, refund] });
  expect(spent).toMatchObject({ category: 'health', month: '2031-01', cents: 12_000, net: 10_000 });
  expect(gradeFields({ a: 1, b: 1, c: 1 }, { a: 1, b: 2, c: 'x' }, { a: 1, b: 2, c: 'y' }).score).toBe(666_666);
});

test('rules: the first or the last, whatever the case, and from a least amount on', () => {
  const of = (payee: string, cents = 100, more: Partial<Ledger> = {}): string =>
    categoryOf(payee, cents, { ...ledger, ...more });
  expect([of('Harrow Pharmacy'), of('harrow'), of('PHARMACY 3'), of('Tarn')]).toEqual([
    'health',
    'groceries',
    'health',
    'other',
  ]);
  expect(of('Harrow Pharmacy', 100, { lastCounts: false })).toBe('groceries');
  const large = { rules: [...rules, { word: 'harrow', least: 5_000, category: 'home' }] };
  expect([of('Harrow', 4_999, large), of('Harrow', 5_000, large)]).toEqual(['groceries', 'home']);
});

test('other currencies: the rate of the month, halves up', () => {
  const cents = (amount: number): number => dollarCents({ day: 20, cents: -amount, currency: 'EUR' }, ledger.rates);
  // 1.0825 × 2.00 is 2.165, and 1.0825 × 1.00 is 1.0825.
  expect([cents(200), cents(100)]).toEqual([217, 108]);
  expect(dollarCents(bought, ledger.rates)).toBe(12_000);
});

test('transfers, duplicates and refunds are not purchases', () => {
  const lines = (['transfer', 'duplicate', 'refund', 'income'] as const).map((kind): Line => ({ ...bought, kind }));
  expect(spending({ ...ledger, lines })).toEqual([]);
});

/** How many tasks of high levels the second solver gets right where some words are not there. */
function rightWithout(words: RegExp): number {
  const variant = variantOf(budgetOrganiser, '0', [5, 5, 6, 6, 7]);
  const files = variant.files.map((file) => ({
    ...file,
    bytes: Buffer.from(file.bytes.toString().replaceAll(words, '')),
  }));
  const right = [...second({ ...variant, files })].filter(
    ([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score === 1_000_000,
  );
  return right.length;
}

test('transfers, refunds, duplicates and rates all matter', () => {
  expect(rightWithout(/x{9}/g)).toBe(10);
  for (const words of [/(?<=,)(?:to|from) \d{4}/g, /refund of/g, /(?<=,)(?:EUR|GBP)(?=\r)/g, /Own accounts.*/g])
    expect(rightWithout(words)).toBe(0);
});

test('the ladder: lines, and what is asked', () => {
  const terms = [1, 2, 3, 5, 9].map((level) => drawTerms(createDraw(sha256Bytes('x'), 'x'), level));
  expect(terms.map(({ lines, transfers, refunds }) => [lines, transfers, refunds])).toEqual([
    [60, false, false],
    [152, true, false],
    [244, true, true],
    [428, true, true],
    [796, true, true],
  ]);
  const variant = variantOf(budgetOrganiser, 'a');
  const counts = variant.tasks.map((task) => readBooks(variant, task).lines.length);
  expect(counts[0]).toBe(60);
  expect(counts[9]).toBeGreaterThan(428);
  expect(variant.tasks.map((task) => Object.keys(task.example as object).length)).toEqual([
    4, 4, 5, 5, 5, 5, 6, 6, 6, 6,
  ]);
});
