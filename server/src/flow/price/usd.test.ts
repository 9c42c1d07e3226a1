import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFixed, priceScale, roundSignificant } from '../../lib/decimal.ts';
import { usdCadSymbol } from '../../league/symbol.ts';
import type { SymbolPrice } from './price.ts';
import { usdPrices, type UsdPrice } from './usd.ts';

const p = (text: string): bigint => parseFixed(text, priceScale);
const agreed = (price: string): SymbolPrice => ({ state: 'agreed', price: p(price), second: p(price), bps: '0' });
const apart: SymbolPrice = { state: 'apart', price: p('10'), second: p('11'), bps: '1000' };
const gone: SymbolPrice = { state: 'unavailable', reason: 'thin', pool: 'pool-7' };
const none = new Map<string, bigint>();
const cad = new Set(['SHOP-CAD', 'RY-CAD']);

function usd(
  vector: Record<string, SymbolPrice>,
  suspended: ReadonlyMap<string, bigint> = none,
): Record<string, UsdPrice> {
  return Object.fromEntries(usdPrices(new Map(Object.entries(vector)), cad, suspended));
}

describe('prices in US dollars', () => {
  test('are passed on, with the symbol that they are of', () => {
    expect(usd({ 'BTC-USD': agreed('60000.1'), 'X-USD': apart, 'Y-USD': gone })).toEqual({
      'BTC-USD': { state: 'agreed', price: p('60000.1') },
      'X-USD': { state: 'apart', of: 'X-USD', price: p('10'), second: p('11'), bps: '1000' },
      'Y-USD': { state: 'unavailable', of: 'Y-USD', reason: 'thin', pool: 'pool-7' },
    });
  });
});

describe('prices in Canadian dollars', () => {
  test('are divided by the CAD that one USD costs in the same window, to 12 digits', () => {
    expect(usd({ 'SHOP-CAD': agreed('110.5'), [usdCadSymbol]: agreed('1.3') })['SHOP-CAD']).toEqual({
      state: 'agreed',
      price: p('85'),
    });
    expect(usd({ 'SHOP-CAD': agreed('1'), [usdCadSymbol]: agreed('1.36') })['SHOP-CAD']).toEqual({
      state: 'agreed',
      price: p('0.735294117647'),
    });
    expect(usd({ [usdCadSymbol]: agreed('0.9'), 'RY-CAD': agreed('170') })['RY-CAD']).toEqual({
      state: 'agreed',
      price: p('188.888888889'),
    });
    fc.assert(
      fc.property(fc.bigInt(10n ** 15n, 10n ** 33n), fc.bigInt(10n ** 23n, 10n ** 25n), (price, rate) => {
        const vector = {
          'SHOP-CAD': { ...apart, state: 'agreed' as const, price },
          [usdCadSymbol]: { ...apart, state: 'agreed' as const, price: rate },
        };
        expect(usd(vector)['SHOP-CAD']).toEqual({
          state: 'agreed',
          price: roundSignificant(price, rate, 12, priceScale),
        });
      }),
    );
  });

  test('need both: what is wrong with either is said of the one it is wrong with', () => {
    const rate = agreed('1.3');
    expect(usd({ 'SHOP-CAD': apart, [usdCadSymbol]: rate })['SHOP-CAD']).toMatchObject({
      state: 'apart',
      of: 'SHOP-CAD',
    });
    expect(usd({ 'SHOP-CAD': gone, [usdCadSymbol]: rate })['SHOP-CAD']).toMatchObject({
      state: 'unavailable',
      of: 'SHOP-CAD',
      pool: 'pool-7',
    });
    expect(usd({ 'SHOP-CAD': agreed('1'), [usdCadSymbol]: apart })['SHOP-CAD']).toMatchObject({
      state: 'apart',
      of: usdCadSymbol,
      price: p('10'),
    });
    expect(usd({ 'SHOP-CAD': agreed('1'), [usdCadSymbol]: gone })['SHOP-CAD']).toMatchObject({
      state: 'unavailable',
      of: usdCadSymbol,
      reason: 'thin',
    });
    expect(usd({ 'SHOP-CAD': agreed('1') })['SHOP-CAD']).toMatchObject({
      state: 'unavailable',
      of: usdCadSymbol,
      reason: 'not_listed',
    });
    expect(usd({ 'SHOP-CAD': gone, [usdCadSymbol]: apart })['SHOP-CAD']).toMatchObject({
      state: 'unavailable',
      of: 'SHOP-CAD',
    });
  });

  test('a broken rate harms no symbol that is priced in USD', () => {
    expect(usd({ 'BTC-USD': agreed('2'), [usdCadSymbol]: gone })['BTC-USD']).toEqual({
      state: 'agreed',
      price: p('2'),
    });
  });
});

describe('suspended symbols', () => {
  test('are frozen whatever the pools say, in USD, and without a conversion', () => {
    const frozen = new Map([
      ['BTC-USD', p('50000')],
      ['SHOP-CAD', p('80')],
      ['X-USD', p('9')],
      ['Y-USD', 0n],
    ]);
    const vector = {
      'BTC-USD': agreed('60000'),
      'SHOP-CAD': agreed('110.5'),
      'X-USD': apart,
      'Y-USD': gone,
      'Z-USD': agreed('1'),
    };
    expect(usd(vector, frozen)).toEqual({
      'BTC-USD': { state: 'frozen', price: p('50000') },
      'SHOP-CAD': { state: 'frozen', price: p('80') },
      'X-USD': { state: 'frozen', price: p('9') },
      'Y-USD': { state: 'frozen', price: 0n },
      'Z-USD': { state: 'agreed', price: p('1') },
    });
  });

  test('stay frozen when the source no longer lists them', () => {
    expect(usd({}, new Map([['OLD-USD', p('3')]]))).toEqual({ 'OLD-USD': { state: 'frozen', price: p('3') } });
  });
});
