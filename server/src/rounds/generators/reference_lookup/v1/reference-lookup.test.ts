import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';
import { createDraw } from '../../../draw.ts';
import type { Shown } from '../../../source.ts';
import { amountOf, divisor, rounded, type Edition } from './book.ts';
import { referenceLookup } from './index.ts';
import { second } from './second.ts';
import { drawTerms } from './world.ts';

suite(referenceLookup, {
  a: { tasks: '28d18289f030f8eb', shown: '2b0310fc3f74fd29', keys: 'f185486092133b2f' },
  b: { tasks: '29de82a7d336a842', shown: 'e9ad4a00886689bb', keys: 'b6c05fe4598d0f37' },
  c: { tasks: 'b24e8854e6a74984', shown: '66aa0cf755fe43d0', keys: '9f174027b50e8425' },
});

const edition: Edition = {
  number: 3,
  tables: [
    {
      name: 'pulses',
      unit: 'mg',
      base: 100,
      notes: [
        { mark: 'a', preparation: 'boiled', percent: 80 },
        { mark: 'b', preparation: 'boiled', percent: 70 },
      ],
      rows: [{ name: 'Harrow beans', values: [312], marks: ['b'] }],
    },
    { name: 'grains', unit: 'µg', base: 25, notes: [], rows: [{ name: 'Tarn oats', values: [400], marks: [] }] },
  ],
  errata: [],
};
const erratum = { table: 0, row: 0, nutrient: 0, value: 321, before: 312 };
const beans = { table: 0, row: 0, preparation: null, grams: 250 };
const oats = { table: 1, row: 0, preparation: null, grams: 100 };
const inMg = (of: Edition, ...parts: Parameters<typeof amountOf>[2]): number =>
  rounded(amountOf(of, 0, parts), divisor * 1000);

test('the worked example: 802.5 mg are 803', () => {
  const mended = { ...edition, errata: [{ ...erratum, value: 500 }, erratum] };
  expect([inMg(edition, beans), inMg(mended, beans)]).toEqual([780, 803]);
  const variant = variantOf(referenceLookup, 'a');
  expect([803, 780].map((answer) => variant.grade('t01', 803, answer).score)).toEqual([1_000_000, 0]);
});

test('units, weights and footnotes: the mark of the row decides', () => {
  // 400 µg in 25 g are 1.6 mg in 100 g; 250 g of boiled beans are 546 mg.
  expect(rounded(amountOf(edition, 0, [oats]), divisor)).toBe(1_600);
  expect(inMg(edition, { ...beans, preparation: 'boiled' })).toBe(546);
  expect(inMg(edition, { ...beans, preparation: 'boiled' }, oats)).toBe(548);
  expect([14_999, 15_000].map((amount) => rounded(amount, divisor))).toEqual([1, 2]);
});

/** How many answers of the second solver are right where pages are changed. */
function right(change: (page: string, path: string) => string): number {
  return ['0', '1', '2'].reduce((sum, seed) => {
    const variant = variantOf(referenceLookup, seed, [5, 6, 7, 8, 9]);
    const shown: Shown = { ...variant, page: (path) => change(variant.page(path) ?? '', path) };
    const answers = [...second(shown)];
    return (
      sum + answers.filter(([id, answer]) => variant.grade(id, variant.keys.get(id) ?? 0, answer).score > 0).length
    );
  }, 0);
}

test('edition, errata, their order, footnotes, units and weights all matter', () => {
  expect(right((page) => page)).toBe(30);
  const older = (page: string): string =>
    page.replace(/(number )(\d)/, (_, before: string, number: string) => `${before}${Number(number) - 1}`);
  expect(right(older)).toBeLessThan(12);
  expect(right((page) => page.replaceAll('read ', ''))).toBeLessThan(20);
  expect(right((page) => page.replaceAll(/<p>\w: .*/g, ''))).toBeLessThan(10);
  expect(right((page) => page.replaceAll('Values are mg', 'Values are µg'))).toBeLessThan(5);
  expect(right((page) => page.replaceAll(/in \d+ g/g, 'in 100 g'))).toBeLessThan(10);
  const reversed = (page: string, path: string): string =>
    path.endsWith('errata') ? page.split('\n').toReversed().join('\n') : page;
  expect(right(reversed)).toBeLessThan(30);
});

test('the book has more than a hundred pages, and no answer is small', () => {
  const variant = variantOf(referenceLookup, 'b');
  expect(variant.paths.length).toBeGreaterThan(100);
  for (const key of variant.keys.values()) expect(key).toBeGreaterThanOrEqual(200);
});

test('the ladder: tables, footnotes, errata', () => {
  const terms = [1, 2, 3, 4, 5, 7, 9].map((level) => drawTerms(createDraw(sha256Bytes('x'), 'x'), level));
  expect(terms.map(({ parts, prepared }) => [parts, prepared])).toEqual([
    [1, false],
    [1, false],
    [2, true],
    [2, true],
    [3, true],
    [4, true],
    [4, true],
  ]);
  expect(terms[0]?.errata).toBe(false);
});
