import { describe, expect, test } from 'vitest';
import { chargesOf, type Charges } from '../../league/charges.ts';
import { parseFixed, priceScale, unitsScale, moneyScale } from '../../lib/decimal.ts';
import type { UsdPrice } from '../price/usd.ts';
import { baselineName, buyBaselines, type Baseline } from './baseline.ts';

const agreed = (t: string): UsdPrice => ({ state: 'agreed', price: parseFixed(t, priceScale) });
const gone: UsdPrice = { state: 'unavailable', of: 'X', reason: 'gap', pool: 'p' };
const apart: UsdPrice = { state: 'apart', of: 'X', price: 1n, second: 2n, bps: '10000' };
const frozen: UsdPrice = { state: 'frozen', price: parseFixed('5', priceScale) };
const universe = ['SOL-USD', 'BTC-USD', 'RY-CAD', 'ETH-USD'];
const charges = chargesOf({
  cadSymbols: new Set(['RY-CAD']),
  routes: new Map([
    ['SOL-USD', { spread: 200 }],
    ['ETH-USD', {}],
  ]),
});
const largest = ['BTC-USD', 'ETH-USD'];
const all = {
  'BTC-USD': agreed('50000'),
  'ETH-USD': agreed('2000'),
  'SOL-USD': agreed('100'),
  'RY-CAD': agreed('125'),
};
const buy = (
  prices: Record<string, UsdPrice>,
  big: readonly string[] = largest,
  paid: Charges = charges,
): Baseline[] | undefined => buyBaselines(universe, big, new Map(Object.entries(prices)), paid);
const units = (b: Baseline | undefined): Record<string, bigint> => Object.fromEntries(b?.portfolio.holdings ?? []);
const u = (t: string): bigint => parseFixed(t, unitsScale);

describe('baselines', () => {
  test('each of the two largest for everything, and the universe in equal parts', () => {
    const bought = buy(all);
    expect(bought?.map((b) => b.id)).toEqual(['hold_BTC-USD', 'hold_ETH-USD', 'equal_weight']);
    expect(units(bought?.[0])).toEqual({ 'BTC-USD': u('2') });
    expect(units(bought?.[1])).toEqual({ 'ETH-USD': u('50') });
    expect(bought?.slice(0, 2).map((b) => b.portfolio.cash)).toEqual([0n, 0n]);
  });

  test('pay the FX fee and the spread as a bot does', () => {
    // 25,000 each; the fee of RY-CAD, 125, and the spread of SOL-USD, 50, scale all four down by 100,000 / 100,175.
    const [, , equal] = buy(all) ?? [];
    const share = Number(units(equal)['BTC-USD']) / Number(u('0.5'));
    expect(share).toBeCloseTo(100_000 / 100_175, 9);
    expect(Number(units(equal)['RY-CAD']) / Number(u('200'))).toBeCloseTo(share, 9);
    expect((equal?.portfolio.cash ?? -1n) < parseFixed('0.000001', moneyScale)).toBe(true);
  });

  test('without charges are bought to the last unit of rounding', () => {
    const [, , equal] = buy({ ...all, 'RY-CAD': gone }, largest, new Map()) ?? [];
    expect(Object.keys(units(equal)).toSorted()).toEqual(['BTC-USD', 'ETH-USD', 'SOL-USD']);
    expect(Number(units(equal)['SOL-USD']) / 1e12).toBeCloseTo(1000 / 3, 7);
    expect(equal?.portfolio.cash ?? -1n).toBeLessThan(10n);
  });

  test('take into the equal weight only what has an agreed price in that window', () => {
    const [, , equal] =
      buy({ 'BTC-USD': agreed('50000'), 'ETH-USD': agreed('2000'), 'SOL-USD': apart, 'RY-CAD': frozen }) ?? [];
    expect(units(equal)).toEqual({ 'BTC-USD': u('1'), 'ETH-USD': u('25') });
  });

  test.each([
    ['apart', apart],
    ['unavailable', gone],
    ['frozen', frozen],
  ])('wait for the two largest: one %s', (_name, price) => {
    expect(buy({ ...all, 'ETH-USD': price })).toBeUndefined();
    const { 'ETH-USD': _eth, ...without } = all;
    expect(buy(without)).toBeUndefined();
  });

  test('of a league with one symbol, or with none', () => {
    expect(buy(all, ['SOL-USD'])?.map((b) => b.id)).toEqual(['hold_SOL-USD', 'equal_weight']);
    expect(buy(all, [])).toBeUndefined();
  });

  test('have names for people', () => {
    expect(baselineName('hold_BTC-USD')).toBe('Buy and hold · BTC-USD');
    expect(baselineName('equal_weight')).toBe('Buy and hold · the whole universe, equal weights');
  });
});
