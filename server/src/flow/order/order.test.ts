import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pow10, weightScale } from '../../lib/decimal.ts';
import { decodeWeights } from '../fill/portfolio-text.ts';
import {
  canonicalWeights,
  cashWeight,
  readWeights,
  type ReadWeights,
  type Weights,
  type WeightsProblem,
} from './order.ts';

const one = pow10(weightScale);
const read = (raw: Record<string, string | undefined>): ReadWeights | WeightsProblem =>
  readWeights(new Map(Object.entries(raw)));
const accepted = (raw: Record<string, string | undefined>): Weights => {
  const result = read(raw);
  if ('problem' in result) throw new Error(`refused: ${result.problem}`);
  return result.weights;
};
const many = (n: number, weight: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`S${i}-USD`, weight]));

describe('the sum is that of the text as sent', () => {
  test.each<[string, Record<string, string>, string]>([
    ['nothing: all cash', {}, '1'],
    ['all in one', { 'BTC-USD': '1' }, '0'],
    ['all in one, as text of a float', { 'BTC-USD': '1.0' }, '0'],
    ['all in one, with an exponent', { 'BTC-USD': '10e-1' }, '0'],
    ['0.1 + 0.2 + 0.7, which is 1 although doubles say otherwise', { A: '0.1', B: '0.2', C: '0.7' }, '0'],
    ['ten times 0.1', many(10, '0.1'), '0'],
    ['three times 0.3333333333333333', many(3, '0.3333333333333333'), '0.0000000000000001'],
    ['100 symbols of 0.01', many(100, '0.01'), '0'],
    ['zero', { A: '0', B: '0.0', C: '0e10' }, '1'],
    ['minus zero', { A: '-0', B: '-0.0', C: '-0e-5', D: '0.5' }, '0.5'],
    ['a weight of 18 places', { A: '0.100000000000000001' }, '0.899999999999999999'],
    ['a weight of 19 places, rounded down', { A: '0.1000000000000000019' }, '0.899999999999999999'],
    ['the least weight', { A: '0.000001' }, '0.999999'],
    ['the least weight, with an exponent', { A: '1e-6' }, '0.999999'],
    ['64 characters', { A: `0.${'9'.repeat(62)}` }, '0.000000000000000001'],
  ])('accepted: %s', (_name, raw, cash) => {
    const [whole = '', fraction = ''] = cash.split('.');
    expect(cashWeight(accepted(raw))).toBe(BigInt(whole + fraction.padEnd(18, '0')));
  });

  test.each<[string, Record<string, string | undefined>, WeightsProblem]>([
    ['1 and 1e-400', { A: '1', B: '1e-400' }, { problem: 'too_small', symbol: 'B', got: '1e-400' }],
    ['1e-18, which trades nothing', { A: '0.9', B: '1e-18' }, { problem: 'too_small', symbol: 'B', got: '1e-18' }],
    [
      'a hair below the least',
      { A: '0.000000999999999' },
      { problem: 'too_small', symbol: 'A', got: '0.000000999999999' },
    ],
    [
      'less below it',
      { A: '0.0000009999999999999999999' },
      { problem: 'too_small', symbol: 'A', got: '0.0000009999999999999999999' },
    ],
    ['1.00000001', { A: '1.00000001' }, { problem: 'sum', sum: '1.00000001' }],
    ['1.0000000011', { A: '0.5', B: '0.5000000011' }, { problem: 'sum', sum: '1.0000000011' }],
    ['19 places above the bound', { A: '1.0000000010000000001' }, { problem: 'sum', sum: '1.0000000010000000001' }],
    ['1e400', { A: '1e400' }, { problem: 'sum', sum: `1${'0'.repeat(39)}…` }],
    ['two', { A: '1', B: '1' }, { problem: 'sum', sum: '2' }],
    ['a tiny negative', { A: '-1e-400' }, { problem: 'negative', symbol: 'A', got: '-1e-400' }],
    ['a negative that another makes good', { A: '1.5', B: '-0.5' }, { problem: 'negative', symbol: 'B', got: '-0.5' }],
    ['NaN', { A: 'NaN' }, { problem: 'not_a_number', symbol: 'A', got: 'NaN' }],
    ['1e401', { A: '1e401' }, { problem: 'exponent', symbol: 'A', got: '1e401' }],
    ['1e-401', { A: '1e-401' }, { problem: 'exponent', symbol: 'A', got: '1e-401' }],
    ['65 characters', { A: `0.${'1'.repeat(63)}` }, { problem: 'too_long', symbol: 'A', got: `0.${'1'.repeat(63)}` }],
    ['no number', { A: '0.5', B: undefined }, { problem: 'not_a_number', symbol: 'B', got: 'no number' }],
    ['101 symbols, of nothing', many(101, '0'), { problem: 'too_many', count: 101 }],
  ])('refused: %s', (_name, raw, problem) => {
    expect(read(raw)).toEqual(problem);
  });
});

test.each<[string, Record<string, string>, string]>([
  ['the example of the rules', many(3, '0.3333333333333334'), '1.0000000000000002'],
  ['the bound', { A: '1.000000001' }, '1.000000001'],
  ['two halves and 1e-9', { A: '0.5', B: '0.500000001' }, '1.000000001'],
  ['19 places above 1', { A: '1.0000000000000000001' }, '1.0000000000000000001'],
])('a sum that is rounded to 1: %s', (_name, raw, sumRounded) => {
  const result = read(raw);
  expect(result).toMatchObject({ sumRounded });
  expect(cashWeight(accepted(raw))).toBe(0n);
});

test('digits are kept as sent where the sum is rounded', () => {
  expect(canonicalWeights(accepted(many(3, '0.3333333333333334')))).toBe(
    '{"S0-USD":"0.3333333333333334","S1-USD":"0.3333333333333334","S2-USD":"0.3333333333333334"}',
  );
});

test('every weight divided by the sum of all, as a computer does it, is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 100 }), (raw) => {
      const sum = raw.reduce((total, w) => total + w, 0);
      expect('problem' in readWeights(new Map(raw.map((w, i) => [`S${i}`, String(w / sum)])))).toBe(false);
    }),
  );
});

/** A non-negative decimal with up to 25 places, now and then with an exponent, and its digits at 60 places. */
const weightText = fc
  .tuple(
    fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.bigInt({ min: 0n, max: 100n }).map((x) => x * 10n ** 23n),
    ),
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
  )
  .map(([digits, small, exponent]) => {
    const at60 = digits * 10n ** BigInt(35 - small);
    if (exponent) return { text: `${digits}e-${25 + small}`, at60 };
    const padded = digits.toString().padStart(26 + small, '0');
    const cut = padded.length - 25 - small;
    return { text: `${padded.slice(0, cut)}.${padded.slice(cut)}`, at60 };
  });

describe('for any weights', () => {
  const orders = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[A-Z0-9]{1,4}-USD$/), weightText), {
    selector: ([symbol]) => symbol,
    maxLength: 8,
  });

  test('accepted exactly when the exact sum is at most 1.000000001 and no weight is below the least, with a word where it is above 1; rounding down never raises it', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const result = readWeights(new Map(order.map(([symbol, { text }]) => [symbol, text])));
        const sum = order.reduce((total, [, { at60 }]) => total + at60, 0n);
        const isTiny = order.some(([, { at60 }]) => at60 > 0n && at60 < 10n ** 54n);
        expect('problem' in result).toBe(isTiny || sum > 10n ** 60n + 10n ** 51n);
        if ('problem' in result) return;
        const { weights } = result;
        expect('sumRounded' in result).toBe(sum > 10n ** 60n);
        let kept = 0n;
        for (const [symbol, { at60 }] of order) {
          const w = weights.get(symbol) ?? 0n;
          kept += w;
          expect(w).toBe(at60 / 10n ** 42n);
        }
        expect(kept * 10n ** 42n <= sum).toBe(true);
        expect(cashWeight(weights)).toBe(kept > one ? 0n : one - kept);
        expect([...weights.values()].every((w) => w > 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a sum of 1 is accepted as it is, with one more unit in the last place it is rounded; the same at the bound, where it is refused', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 10 }), (parts) => {
        // Cut [0, 1] at these points of a grid of the least weight: the pieces add up to exactly 1.
        const cuts = [0n, ...parts.toSorted((a, b) => (a < b ? -1 : 1)), 10n ** 6n];
        const pieces = cuts.slice(1).map((c, i) => (c - (cuts[i] as bigint)) * 10n ** 24n);
        const some = pieces.findIndex((p) => p > 0n);
        const withMore = (more: bigint): ReadWeights | WeightsProblem =>
          readWeights(new Map(pieces.map((p, i) => [`S${i}`, `${i === some ? p + more : p}e-30`])));
        expect(withMore(0n)).not.toHaveProperty('sumRounded');
        for (const more of [1n, 10n ** 21n]) expect(withMore(more)).toHaveProperty('sumRounded');
        expect(withMore(10n ** 21n + 1n)).toMatchObject({ problem: 'sum' });
      }),
    );
  });

  test('the stored text does not depend on the order of the members, and reads back', () => {
    fc.assert(
      fc.property(
        orders.chain((order) => fc.tuple(fc.constant(order), fc.shuffledSubarray(order, { minLength: order.length }))),
        ([order, shuffled]) => {
          const raw = (entries: typeof order): Map<string, string> =>
            new Map(entries.map(([s, { text }]) => [s, text]));
          const a = readWeights(raw(order));
          const b = readWeights(raw(shuffled));
          // Of several that are too small the first in the body is named.
          expect('problem' in a).toBe('problem' in b);
          if ('problem' in a || 'problem' in b) return;
          expect(a).toEqual(b);
          expect(canonicalWeights(a.weights)).toBe(canonicalWeights(b.weights));
          expect([...decodeWeights(canonicalWeights(a.weights))]).toEqual([...a.weights]);
        },
      ),
    );
  });
});

test('the stored text: code-unit order, shortest decimals, zeros left out', () => {
  const text = canonicalWeights(
    accepted({ ZK: '0.10', 'ETH-USD': '0.300', '1INCH-USD': '2e-1', 'BTC-USD': '0.25', 'A-USD': '0' }),
  );
  expect(text).toBe('{"1INCH-USD":"0.2","BTC-USD":"0.25","ETH-USD":"0.3","ZK":"0.1"}');
  expect(canonicalWeights(accepted({}))).toBe('{}');
  expect(JSON.parse(canonicalWeights(accepted({ 'a"b\\': '0.5' })))).toEqual({ 'a"b\\': '0.5' });
});

test('a number written in another way is the same order', () => {
  const texts = ['0.5', '0.50', '5e-1', '50E-2', '0.05e1'].map((text) => canonicalWeights(accepted({ A: text })));
  expect(new Set(texts)).toEqual(new Set(['{"A":"0.5"}']));
});
