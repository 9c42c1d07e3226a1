import { expect, test } from 'vitest';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { mendWeights, type MendedWeights } from './mend-weights.ts';

const here = {
  league: 'spot_crypto',
  symbols: ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD'],
  isTradable: (symbol: string) => symbol !== 'SOL-USD',
};
const sumFix = 'Divide by the sum.';

function mend(weights: Readonly<Record<string, string | number>>): MendedWeights | undefined {
  const targets = Object.entries(weights).map(
    ([symbol, weight]) => [symbol, typeof weight === 'number' ? new JsonNumber(String(weight)) : weight] as const,
  );
  return mendWeights(targets, here, sumFix);
}

function weightsOf(weights: Readonly<Record<string, string | number>>): Record<string, string> | undefined {
  const mended = mend(weights);
  return mended && Object.fromEntries(Object.entries(mended.weights).map(([symbol, { text }]) => [symbol, text]));
}

test('the example of the header', () => {
  expect(weightsOf({ Bitcoin: 50, CASH: 50 })).toEqual({ 'BTC-USD': '0.5' });
  expect(mend({ Bitcoin: 50, CASH: 50 })).toMatchObject({
    sure: true,
    fixes: [
      'Weights are fractions: 50% is 0.5. Divide each by 100.',
      'Bitcoin is BTC-USD here.',
      'Leave CASH out: cash is what the weights leave over.',
    ],
  });
});

test('percent: a weight above 1, and a sum of at most 100', () => {
  expect(weightsOf({ 'BTC-USD': 100 })).toEqual({ 'BTC-USD': '1' });
  expect(weightsOf({ 'BTC-USD': 60, 'ETH-USD': 40.01 })).toEqual({ 'BTC-USD': '0.59994', 'ETH-USD': '0.400059' });
  expect(weightsOf({ 'BTC-USD': 1, 'ETH-USD': 0.25 })).toEqual({ 'BTC-USD': '0.8', 'ETH-USD': '0.2' });
  expect(weightsOf({ 'BTC-USD': '1.000000001' })).toEqual({ 'BTC-USD': '1.000000001' });
});

test('below 10 in all it may be percent or shares: then nothing is sure', () => {
  expect(mend({ 'BTC-USD': 10 })?.sure).toBe(true);
  expect(mend({ 'BTC-USD': 9.99 })).toMatchObject({
    sure: false,
    fixes: [expect.stringMatching(/percent.*their sum/)],
  });
});

test('digits are exact: nothing is rounded on the way', () => {
  expect(weightsOf({ 'BTC-USD': '33.333333333333333333%' })).toEqual({ 'BTC-USD': '0.333333333333333333' });
  expect(weightsOf({ 'BTC-USD': '0.1', 'ETH-USD': '0.2' })).toEqual({ 'BTC-USD': '0.1', 'ETH-USD': '0.2' });
});

test('two names of one symbol are one weight; what is divided by the sum is rounded down to 6 decimals', () => {
  expect(weightsOf({ BTC: 0.25, Bitcoin: 0.25 })).toEqual({ 'BTC-USD': '0.5' });
  expect(weightsOf({ 'BTC-USD': 1, 'ETH-USD': 1, 'DOGE-USD': 1 })).toEqual({
    'BTC-USD': '0.333333',
    'ETH-USD': '0.333333',
    'DOGE-USD': '0.333333',
  });
});

test('what cannot be bought now is left out, and so is what is too small', () => {
  expect(weightsOf({ 'SOL-USD': 0.5, 'BTC-USD': 0.5 })).toEqual({ 'BTC-USD': '0.5' });
  expect(weightsOf({ 'ETH-USD': 9.99e-7, 'BTC-USD': 0.000001 })).toEqual({ 'BTC-USD': '0.000001' });
});

test('two symbols are as near: then it asks, and is not sure', () => {
  const known = { ...here, symbols: ['BTC-USD', 'BTX-USD'] };
  expect(mendWeights([['BTZ-USD', new JsonNumber('0.5')]], known, sumFix)).toMatchObject({
    sure: false,
    fixes: [expect.stringContaining('Did you mean BTC-USD or BTX-USD for BTZ-USD?')],
  });
});

test('what is no number is not mended, nor what names more symbols than an order may', () => {
  expect(mend({ 'BTC-USD': 'half' })).toBeUndefined();
  expect(mend({ 'BTC-USD': '' })).toBeUndefined();
  const many = (n: number) =>
    mendWeights(
      Array.from({ length: n }, (_, i) => [`N${i}`, new JsonNumber('0')] as const),
      here,
      sumFix,
    );
  expect(many(100)).toBeDefined();
  expect(many(101)).toBeUndefined();
});
