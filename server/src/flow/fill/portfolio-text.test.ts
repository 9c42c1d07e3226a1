import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFixed, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { Trade } from './fill.ts';
import { decodeHoldings, decodeTrades, decodeWeights, encodeHoldings, encodeTrades } from './portfolio-text.ts';

const priceText = (price: bigint): string => formatFixed(price, priceScale);
const symbol = fc.stringMatching(/^[A-Z0-9]{1,12}-(USD|CAD)$/);

test('holdings: symbols in code-unit order, decimal text', () => {
  const holdings = new Map([
    ['ETH-USD', 1n],
    ['1INCH-USD', parseFixed('2.5', unitsScale)],
    ['BTC-USD', parseFixed('10', unitsScale)],
  ]);
  expect(encodeHoldings(holdings)).toBe('{"1INCH-USD":"2.5","BTC-USD":"10","ETH-USD":"0.000000000001"}');
  expect(encodeHoldings(new Map())).toBe('{}');
  expect(decodeHoldings('{}').size).toBe(0);
  expect(decodeHoldings('{"A-USD":"2.5"}')).toEqual(new Map([['A-USD', 2_500_000_000_000n]]));
  expect(decodeWeights('{"A-USD":"0.25"}')).toEqual(new Map([['A-USD', 25n * 10n ** 16n]]));
});

test('any holdings go there and back, whatever their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(symbol, fc.bigInt(1n, 10n ** 30n)), { selector: ([s]) => s }), (entries) => {
      const text = encodeHoldings(new Map(entries));
      expect(decodeHoldings(text)).toEqual(new Map(entries));
      expect(encodeHoldings(new Map(entries.toReversed()))).toBe(text);
      expect(Object.keys(JSON.parse(text) as object)).toEqual(entries.map(([s]) => s).toSorted());
    }),
  );
});

test('trades: one array each, a sell with a minus', () => {
  const trades: Trade[] = [
    {
      symbol: 'A-USD',
      side: 'sell',
      units: parseFixed('1.5', unitsScale),
      price: parseFixed('20', priceScale),
      cost: 3_000_000_000n,
      fee: 0n,
      spread: 7n,
    },
    { symbol: 'B-CAD', side: 'buy', units: 1n, price: 1n, cost: 1n, fee: 5n, spread: 0n },
  ];
  const text = encodeTrades(trades, priceText);
  expect(text).toBe(
    '[["A-USD","-1.5","20","30","0","0.00000007"],["B-CAD","0.000000000001","0.000000000000000000000001","0.00000001","0.00000005","0"]]',
  );
  expect(decodeTrades(text)).toEqual(trades);
  expect(encodeTrades([], priceText)).toBe('[]');
});

test('any trades go there and back', () => {
  const trade = fc.record({
    symbol,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    units: fc.bigInt(1n, 10n ** 30n),
    price: fc.bigInt(1n, 10n ** 36n),
    cost: fc.bigInt(0n, 10n ** 18n),
    fee: fc.bigInt(0n, 10n ** 16n),
    spread: fc.bigInt(0n, 10n ** 16n),
  });
  fc.assert(
    fc.property(fc.array(trade), (trades) => {
      expect(decodeTrades(encodeTrades(trades, priceText))).toEqual(trades);
    }),
  );
});

test('broken text is an error, never a zero', () => {
  for (const text of ['{"A-USD":""}', '{"A-USD":"x"}', '{"A-USD":"0.0000000000001"}'])
    expect(() => decodeHoldings(text), text).toThrow(RangeError);
  expect(() => decodeWeights('{"A-USD":""}')).toThrow(RangeError);
  expect(() => decodeTrades('[["A-USD","-","1","1","0","0"]]')).toThrow(RangeError);
});
