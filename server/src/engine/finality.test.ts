import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../lib/decimal.ts';
import type { SymbolPrice } from '../flow/price/price.ts';
import { bpsText, comparePrices, largestBps } from './finality.ts';

const at = (price: string, state: 'agreed' | 'apart' = 'agreed'): SymbolPrice => {
  const p = parseFixed(price, priceScale);
  return { state, price: p, second: p, bps: '0' };
};
const none: SymbolPrice = { state: 'unavailable', reason: 'thin', pool: 'p' };
const one = (used: SymbolPrice, now: SymbolPrice | undefined) =>
  comparePrices(new Map([['X', used]]), new Map(now ? [['X', now]] : []), ['X'])[0];

test.each<[string, SymbolPrice, SymbolPrice | undefined, string | undefined, boolean]>([
  ['the same', at('2000'), at('2000'), '0', false],
  ['exactly 1 bp up', at('2000'), at('2000.2'), '1', false],
  ['exactly 1 bp down', at('2000'), at('1999.8'), '1', false],
  ['a hair above', at('2000'), at('2000.2000001'), '1', true],
  ['a hair below', at('2000'), at('1999.7999999'), '1', true],
  ['25 bps', at('2000'), at('2005'), '25', true],
  ['apart now, at the same price', at('2000'), at('2000', 'apart'), '0', true],
  ['rejected then, agreed now', at('2000', 'apart'), at('2000'), '0', true],
  ['no price now', at('2000'), none, undefined, true],
  ['not listed now', at('2000'), undefined, undefined, true],
])('%s', (_, used, now, bps, isIncident) => {
  const found = one(used, now);
  expect(found?.bps4 === undefined ? undefined : bpsText(found.bps4)).toBe(bps);
  expect(found?.isIncident).toBe(isIncident);
});

test('what had no price was not used', () => {
  expect(one(none, at('2000'))).toBeUndefined();
  expect(comparePrices(new Map(), new Map([['X', at('1')]]), ['X'])).toEqual([]);
});

test('the largest one, and none where one cannot be told', () => {
  const used = new Map([
    ['A', at('100')],
    ['B', at('200')],
  ]);
  const found = comparePrices(
    used,
    new Map([
      ['A', at('100.5')],
      ['B', at('200.5')],
    ]),
    used.keys(),
  );
  expect(largestBps(found)).toBe('50');
  expect(largestBps([])).toBeNull();
  expect(largestBps(comparePrices(used, new Map([['A', at('100')]]), used.keys()))).toBeNull();
});
