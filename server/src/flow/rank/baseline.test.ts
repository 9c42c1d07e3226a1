import { describe, expect, test } from 'vitest';
import { parseFixed, priceScale, unitsScale, moneyScale } from '../../lib/decimal.ts';
import type { UsdPrice } from '../price/usd.ts';
import { baselineName, buyBaselines, type Baseline } from './baseline.ts';

const agreed = (t: string): UsdPrice => ({ state: 'agreed', price: parseFixed(t, priceScale) });
const gone: UsdPrice = { state: 'unavailable', of: 'X', reason: 'gap', pool: 'p' };
const apart: UsdPrice = { state: 'apart', of: 'X', price: 1n, second: 2n, bps: '10000' };
const frozen: UsdPrice = { state: 'frozen', price: parseFixed('5', priceScale) };
const universe = ['SOL-USD', 'BTC-USD', 'RY-CAD', 'ETH-USD'];
const largest = ['BTC-USD', 'ETH-USD'];
const all = {
  'BTC-USD': agreed('50000'),
  'ETH-USD': agreed('2000'),
  'SOL-USD': agreed('100'),
  'RY-CAD': agreed('125'),
};
const buy = (prices: Record<string, UsdPrice>, big: readonly string[] = largest): Baseline[] | undefined =>
  buyBaselines(universe, big, new Map(Object.entries(prices)), (s) => s.endsWith('-CAD'));
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

  test('pay the FX fee as a bot does', () => {
    // 25,000 each; the fee of RY-CAD, 125, scales all four down by 100,000 / 100,125.
    const [, , equal] = buy(all) ?? [];
    const share = Number(units(equal)['BTC-USD']) / Number(u('0.5'));
    expect(share).toBeCloseTo(100_000 / 100_125, 9);
    expect(Number(units(equal)['RY-CAD']) / Number(u('200'))).toBeCloseTo(share, 9);
    expect((equal?.portfolio.cash ?? -1n) < parseFixed('0.000001', moneyScale)).toBe(true);
  });

  test('of a universe in US dollars are bought to the last unit of rounding', () => {
    const [, , equal] = buy({ ...all, 'RY-CAD': gone }) ?? [];
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
