import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import type { Pool, Route } from '../../league/symbol.ts';
import type { MarkReadings, PoolReading } from '../../sources/source.ts';
import { candleOf, meansOver, noMeanReasons } from './steps.ts';
import type { Suspension } from './suspension.ts';

const start = Date.parse('2026-03-02T12:00:00Z');
const usd = (text: string): bigint => parseFixed(text, priceScale);
const pool = (id: string): [string, Pool] => [id, { id, label: id, average: 'arithmetic' }];
const route = (symbol: string, primary = `${symbol}:1`, second = `${symbol}:2`): [string, Route] => [
  symbol,
  { symbol, primary: [{ pool: primary }], second: [{ pool: second }] },
];
const names = ['BTC-USD', 'ETH-USD', 'SHOP-CAD', 'USD-CAD'];
const market = {
  pools: new Map(names.flatMap((name) => [pool(`${name}:1`), pool(`${name}:2`)])),
  routes: new Map(names.map((name) => route(name))),
  cadSymbols: new Set(['SHOP-CAD']),
};
/** Readings after so many seconds at a price for each pool; `!reason` gives none. */
function readings(seconds: number, prices: Readonly<Record<string, string>>): MarkReadings {
  return new Map(
    Object.entries(prices).map(([id, text]): [string, PoolReading] => [
      id,
      text.startsWith('!')
        ? { ok: false, reason: text.slice(1) as 'gap' }
        : { ok: true, cumulative: usd(text) * BigInt(seconds), since: start },
    ]),
  );
}
const prices = {
  'BTC-USD:1': '60000',
  'BTC-USD:2': '60600',
  'ETH-USD:1': '2500',
  'ETH-USD:2': '2500',
  'SHOP-CAD:1': '130',
  'SHOP-CAD:2': '130',
  'USD-CAD:1': '1.3',
  'USD-CAD:2': '1.3',
};
const suspension = (kind: Suspension['kind']): Suspension => ({ by: 'operator', kind, price: 1n, priceAt: start });

function means(
  change: Readonly<Record<string, string>> = {},
  suspended: readonly (readonly [string, Suspension])[] = [],
  seconds = 300,
) {
  const atStart = readings(0, Object.fromEntries(Object.keys(prices).map((id) => [id, '0'])));
  const atEnd = readings(seconds, { ...prices, ...change });
  return meansOver(market, new Map(suspended), atStart, atEnd, start, start + seconds * 1000);
}

describe('means', () => {
  test.each([300, 1_800, 3_600, 86_400])('over %i seconds in USD, with the check of a fill', (seconds) => {
    expect(Object.fromEntries(means({}, [], seconds))).toEqual({
      'BTC-USD': usd('60000'),
      'ETH-USD': usd('2500'),
      'SHOP-CAD': usd('100'),
      'USD-CAD': usd('1.3'),
    });
    expect(means({ 'BTC-USD:2': '60600.0001' }, [], seconds).get('BTC-USD')).toBe('apart');
  });

  test('without a reading there is its reason, of the rate as well', () => {
    expect(means({ 'ETH-USD:2': '!stale' }).get('ETH-USD')).toBe('stale');
    expect(means({ 'USD-CAD:1': '!no_answer' }).get('SHOP-CAD')).toBe('no_answer');
    expect(means({ 'USD-CAD:2': '1.4' }).get('SHOP-CAD')).toBe('apart');
  });

  test('of a suspended symbol there is none, whatever its pools say', () => {
    const found = means({}, [
      ['BTC-USD', suspension('suspended')],
      ['GONE-USD', suspension('delisted')],
    ]);
    expect([found.get('BTC-USD'), found.get('GONE-USD')]).toEqual(['suspended', 'delisted']);
  });

  test('every reason is said in words', () => {
    for (const reason of ['apart', 'suspended', 'delisted', 'gap', 'stale'] as const)
      expect(noMeanReasons[reason]).toMatch(/^[A-Z].*\.$/);
  });
});

describe('candles', () => {
  test('are the first, highest, lowest and last of what is there', () => {
    const mean = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(mean, { maxLength: 14 }), fc.nat(4), fc.nat(14), (all, from, to) => {
        const inside = all.slice(from, to);
        const there = inside.filter((x) => !Number.isNaN(x));
        const candle = candleOf(all, from, Math.min(to, all.length));
        if (there.length === 0) {
          expect(candle).toBeUndefined();
          return;
        }
        const { open, high, low, close } = candle!;
        expect([open, high, low, close].every((i) => i >= from && i < to)).toBe(true);
        expect([all[open], all[high], all[low], all[close]]).toEqual([
          there[0],
          Math.max(...there),
          Math.min(...there),
          there.at(-1),
        ]);
        expect(high).toBe(all.indexOf(all[high]!, from));
        expect(low).toBe(all.indexOf(all[low]!, from));
      }),
    );
  });
});
