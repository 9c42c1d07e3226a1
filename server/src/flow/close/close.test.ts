import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedAmount, moneyScale, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { UsdPrice } from '../price/usd.ts';
import {
  closePrices,
  drawdownScale,
  foldDrawdown,
  noDrawdown,
  valuePortfolio,
  type ClosePrice,
  type Drawdown,
} from './close.ts';
import type { StalePrice } from '../price/mark-down.ts';

const close = Date.UTC(2026, 10, 22);
const price = (t: string): bigint => parseFixed(t, priceScale);
const usd = (t: string): bigint => parseFixed(t, moneyScale);
const units = (t: string): bigint => parseFixed(t, unitsScale);
const fresh = (p: bigint): ClosePrice => ({ price: p, at: close, stale: false });

describe('prices of a close', () => {
  const last = { price: price('9'), at: close - 3_600_000, since: close - 3_600_000, read: undefined };
  const stale = { price: last.price, at: last.at, stale: true };
  test.each<[string, UsdPrice, StalePrice | undefined, ClosePrice | undefined]>([
    ['agreed: its own', { state: 'agreed', price: price('10') }, last, fresh(price('10'))],
    ['agreed for the first time', { state: 'agreed', price: price('10') }, undefined, fresh(price('10'))],
    [
      'apart: the last agreed one',
      { state: 'apart', of: 'X', price: price('10'), second: price('11'), bps: '1000' },
      last,
      stale,
    ],
    ['not read: the last agreed one', { state: 'unavailable', of: 'X', reason: 'gap', pool: 'p' }, last, stale],
    ['suspended: the last agreed one', { state: 'frozen', price: price('9') }, last, stale],
    [
      'old: the last agreed one, marked down',
      { state: 'frozen', price: price('9') },
      { ...last, since: close - 86_400_000 },
      { ...stale, price: price('3.6') },
    ],
    ['never agreed: none', { state: 'unavailable', of: 'X', reason: 'gap', pool: 'p' }, undefined, undefined],
    ['suspended and never agreed: none, not zero', { state: 'frozen', price: 0n }, undefined, undefined],
  ])('%s', (_name, p, lastAgreed, expected) => {
    const out = closePrices(new Map([['X', p]]), new Map(lastAgreed ? [['X', lastAgreed]] : []), close);
    expect(out.get('X')).toEqual(expected);
    expect(out.size).toBe(expected ? 1 : 0);
  });
});

describe('value', () => {
  test('cash 50,000 and one BTC at 52,000 are 102,000', () => {
    const prices = new Map([['BTC-USD', fresh(price('52000'))]]);
    expect(valuePortfolio(usd('50000'), [['BTC-USD', units('1')]], prices)).toEqual({
      value: usd('102000'),
      stale: false,
    });
  });

  test('one stale price makes the value stale, a stale price that is not held does not', () => {
    const prices = new Map([
      ['A', fresh(price('1'))],
      ['B', { ...fresh(price('2')), stale: true }],
    ]);
    expect(valuePortfolio(0n, [['A', units('1')]], prices).stale).toBe(false);
    for (const order of [
      ['A', 'B'],
      ['B', 'A'],
    ]) {
      expect(
        valuePortfolio(
          0n,
          order.map((s) => [s, units('1')] as const),
          prices,
        ),
      ).toEqual({ value: usd('3'), stale: true });
    }
    expect(valuePortfolio(usd('5'), [], prices)).toEqual({ value: usd('5'), stale: false });
  });

  test('a holding that never had a price is a fault, not a zero', () => {
    expect(() => valuePortfolio(0n, [['X', 1n]], new Map())).toThrow('X is held but never had a price');
  });

  test('is the exact sum, rounded down once, up to what is counted', () => {
    const position = fc.record({
      units: fc.bigInt(1n, 10n ** 26n),
      price: fc.bigInt(1n, 10n ** 34n),
      stale: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.array(position, { maxLength: 12 }), (cash, positions) => {
        const { value, stale } = valuePortfolio(
          cash,
          positions.map((p, i) => [`S${i}`, p.units]),
          new Map(positions.map((p, i) => [`S${i}`, { price: p.price, at: close, stale: p.stale }])),
        );
        // As fractions over 10^36: cash * 10^28 and units * price.
        const exact = positions.reduce((sum, p) => sum + p.units * p.price, cash * 10n ** 28n);
        expect(value).toBe(countedAmount(exact / 10n ** 28n));
        expect(stale).toBe(positions.some((p) => p.stale));
      }),
    );
  });
});

describe('drawdown', () => {
  const fold = (values: readonly bigint[]): Drawdown => values.reduce(foldDrawdown, noDrawdown);
  test.each<[string, string[], string, string]>([
    ['nothing yet', [], '100000', '0'],
    ['only up', ['100000', '102000', '110000'], '110000', '0'],
    ['below the start at once', ['90000'], '100000', '0.1'],
    ['the largest fall counts, not the last', ['120000', '90000', '130000', '117000'], '130000', '0.25'],
    ['measured from the peak', ['160000', '150000'], '160000', '0.0625'],
    ['back at the peak', ['90000', '100000'], '100000', '0.1'],
    ['everything lost', ['0'], '100000', '1'],
    ['rounded half up at six places', ['99999.95'], '100000', '0.000001'],
    ['and below the half, down', ['99999.95000001'], '100000', '0'],
  ])('%s', (_name, values, peak, max) => {
    expect(fold(values.map(usd))).toEqual({ peak: usd(peak), max: parseFixed(max, drawdownScale) });
  });

  test('is the largest fall over all pairs of closes, the start included', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10n ** 14n), { maxLength: 30 }), (closes) => {
        const values = [usd('100000'), ...closes];
        let max = 0n;
        for (const [i, high] of values.entries()) {
          for (const low of values.slice(i + 1)) {
            const fall = high > low ? ((high - low) * 2_000_000n + high) / (2n * high) : 0n;
            if (fall > max) max = fall;
          }
        }
        const peak = values.reduce((a, b) => (b > a ? b : a));
        expect(fold(closes)).toEqual({ peak, max });
      }),
    );
  });
});
