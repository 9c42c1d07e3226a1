import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { planOf, variantOf } from '../../../../../test/rounds/seed-check.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';
import { createDraw } from '../../../draw.ts';
import type { JsonRecord } from '../../../json.ts';
import type { Variant } from '../../../source.ts';
import { customerSupport } from './index.ts';
import { amountOf, deciding, type Case, type Policy, type Rule, type Test } from './policy.ts';
import { readCase, textOf } from './read.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

suite(customerSupport, {
  a: { tasks: '95ce898eb7b4a293', shown: 'c2fd61ffbd6e0605', keys: 'aa492161eec2859e' },
  b: { tasks: '5067add90bc00e64', shown: '6a995ff8123902c4', keys: '26abb3b1e6113706' },
  c: { tasks: 'b8ec9a092fcfba2b', shown: 'ef66f4453dc3eabf', keys: 'b2d66f061e8c717e' },
});

const damaged: Case = {
  category: 'damaged',
  order: {
    id: 'A1',
    customer: 'C1',
    article: 'Tarn kettle',
    group: 'kitchen',
    pieces: 2,
    pieceCents: 2_001,
    shippingCents: 390,
    day: 10,
    voucher: false,
    finalSale: false,
  },
  customer: { id: 'C1', name: 'Ada Holm', plus: false, claims: 3 },
  day: 24,
  photo: true,
  used: false,
};
const base: Rule = {
  number: 1,
  category: 'damaged',
  tests: [],
  action: 'replace',
  sum: { of: 'goods' },
  template: 'T01',
};
const exception = (test: Test): Rule => ({ ...base, number: 2, tests: [test], action: 'refuse' });
const policyOf = (test: Test, more: Partial<Policy> = {}): Policy => ({
  rules: [base, exception(test)],
  highestCounts: true,
  amendment: null,
  ...more,
});

test('the worked example: an exception from day 15 on', () => {
  const policy = policyOf({ of: 'days', n: 14 });
  expect(deciding(policy, damaged)?.action).toBe('replace');
  expect(deciding(policy, { ...damaged, day: 25 })?.action).toBe('refuse');
  expect(deciding({ ...policy, highestCounts: false }, { ...damaged, day: 25 })?.action).toBe('replace');
  expect(deciding(policy, { ...damaged, category: 'late' })).toBeUndefined();
  expect(deciding({ ...policy, rules: [{ ...base, category: null }] }, { ...damaged, category: 'late' })?.number).toBe(
    1,
  );
});

test.each([
  [
    { of: 'price', n: 4_002 },
    { of: 'price', n: 4_003 },
  ],
  [
    { of: 'claims', n: 3 },
    { of: 'claims', n: 4 },
  ],
  [
    { of: 'group', is: 'kitchen' },
    { of: 'group', is: 'audio' },
  ],
] as const)('a test at its edge: %j holds, %j does not', (yes, no) => {
  expect([deciding(policyOf(yes), damaged)?.number, deciding(policyOf(no), damaged)?.number]).toEqual([2, 1]);
});

test('what the records and the mails say decides the tests without a number', () => {
  const { order, customer } = damaged;
  const changes = {
    tier: { customer: { ...customer, plus: true } },
    final: { order: { ...order, finalSale: true } },
    voucher: { order: { ...order, voucher: true } },
    photo: { photo: false },
    used: { used: true },
  } as const;
  for (const of of ['tier', 'final', 'voucher', 'photo', 'used'] as const) {
    const both = [damaged, { ...damaged, ...changes[of] }].map((each) => deciding(policyOf({ of }), each)?.number);
    expect([of, ...both]).toEqual([of, 1, 2]);
  }
});

test('a note counts from its day on', () => {
  const policy = policyOf({ of: 'days', n: 14 }, { amendment: { rule: 2, from: 25, n: 20 } });
  const actions = [24, 25, 30, 31].map((day) => deciding(policy, { ...damaged, day })?.action);
  expect(actions).toEqual(['replace', 'replace', 'replace', 'refuse']);
  expect(deciding({ ...policy, amendment: { rule: 2, from: 26, n: 20 } }, { ...damaged, day: 25 })?.action).toBe(
    'refuse',
  );
});

test('amounts: percentages are rounded down', () => {
  const { order } = damaged;
  const sums = [
    amountOf({ of: 'goods' }, order),
    amountOf({ of: 'all' }, order),
    amountOf({ of: 'percent', n: 35 }, order),
    amountOf({ of: 'less', n: 500 }, order),
    amountOf({ of: 'fixed', n: 750 }, order),
  ];
  expect(sums).toEqual([4_002, 4_392, 1_400, 3_502, 750]);
});

test('all right but the category scores 800,000; amount and template count only with the action', () => {
  const variant = variantOf(customerSupport, 'a');
  const key = variant.keys.get('t01') as JsonRecord;
  const score = (change: JsonRecord): number => variant.grade('t01', key, { ...key, ...change }).score;
  const other = key['action'] === 'refund' ? 'refuse' : 'refund';
  expect([
    score({ category: 'x' }),
    score({ amount_cents: 1 }),
    score({ template: 'T00' }),
    score({ action: other }),
  ]).toEqual([800_000, 700_000, 900_000, 200_000]);
});

test('each action has a sixth of the weight of a sheet, and amounts are above 0', () => {
  for (const seed of ['0', '1', '2', '3']) {
    const variant = variantOf(customerSupport, seed);
    const weights = new Map<string, number>();
    for (const { task_id: id, weight } of variant.tasks) {
      const { action, amount_cents: amount } = variant.keys.get(id) as { action: string; amount_cents: number };
      weights.set(action, (weights.get(action) ?? 0) + weight);
      expect(amount).toBeGreaterThan(0);
    }
    expect([...weights.values()]).toEqual([5, 5, 5, 5, 5, 5]);
  }
});

test('the mails tell the category, the order, the day, the photo and the use of every case', () => {
  const levels = [5, 6, 7, 8, 9];
  for (const seed of ['0', '1', '2']) {
    const plan = planOf(customerSupport, seed, levels);
    const world = drawWorld(plan.slots, createDraw(sha256Bytes(`variant ${seed}`), 'customer_support'));
    const variant = variantOf(customerSupport, seed, levels);
    for (const [i, task] of variant.tasks.entries()) {
      const { case: of } = world.threads[i] ?? { case: damaged };
      const read = readCase(variant, task);
      expect([read.category, read.order['order'], read.photo, read.used]).toEqual([
        of.category,
        of.order.id,
        of.photo,
        of.used,
      ]);
    }
  }
});

/** How many of the tasks the second solver gets right where it does not see some of the words. */
function rightWithout(words: RegExp): number {
  const score = (variant: Variant): number => {
    const files = variant.files.map((file) => ({
      ...file,
      bytes: Buffer.from(file.bytes.toString().replaceAll(words, '')),
    }));
    const answers = second({ ...variant, files });
    return [...answers].filter(
      ([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score === 1_000_000,
    ).length;
  };
  return ['0', '1', '2', '3', '4'].reduce(
    (sum, seed) => sum + score(variantOf(customerSupport, seed, [5, 6, 7, 8, 9])),
    0,
  );
}

test('the exceptions, the corrected orders and the notes matter: without any of them answers are wrong', () => {
  expect(rightWithout(/x{9}/g)).toBe(50);
  expect(rightWithout(/I gave you a wrong number.*/g)).toBeLessThan(45);
  expect(rightWithout(/highest number/g)).toBeLessThan(45);
  expect(rightWithout(/, if .*(?=: [a-z]+\. Amount)/g)).toBeLessThan(40);
  expect(rightWithout(/or later, read/g)).toBeLessThan(35);
});

test('the ladder: rules and mails', () => {
  const terms = [1, 2, 5, 8, 9].map((level) => drawTerms(createDraw(sha256Bytes('x'), 'x'), level));
  expect(terms.map(({ rules, mails }) => [rules, mails])).toEqual([
    [6, 1],
    [9, 2],
    [18, 5],
    [25, 6],
    [25, 6],
  ]);

  const policy = textOf(variantOf(customerSupport, 'a', [9, 9, 9, 9, 9]), 't01/policy.txt');
  expect(policy.match(/^Rule \d+\./gm)).toHaveLength(25);
});
