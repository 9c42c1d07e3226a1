import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import type { SymbolPrice } from './price.ts';
import { decodeVector, encodeVector } from './vector-text.ts';

test('the stored form', () => {
  const vector = new Map<string, SymbolPrice>([
    [
      'BTC-USD',
      {
        state: 'agreed',
        price: parseFixed('60000.1', priceScale),
        second: parseFixed('60012.3', priceScale),
        bps: '2.0333',
      },
    ],
    [
      'ETH-USD',
      {
        state: 'apart',
        price: parseFixed('2000', priceScale),
        second: parseFixed('2020.01', priceScale),
        bps: '100.05',
      },
    ],
    ['X-USD', { state: 'unavailable', reason: 'gap', pool: 'pool-2' }],
  ]);
  const text = encodeVector(vector);
  expect(text).toBe(
    '{"BTC-USD":["agreed","60000.1","60012.3","2.0333"],"ETH-USD":["apart","2000","2020.01","100.05"],"X-USD":["unavailable","gap","pool-2"]}',
  );
  expect([...decodeVector(text)]).toEqual([...vector]);
  expect(decodeVector(encodeVector(new Map())).size).toBe(0);
});

test('any vector goes there and back', () => {
  const price = fc.bigInt(1n, 10n ** 36n);
  const entry: fc.Arbitrary<SymbolPrice> = fc.oneof(
    fc.record({
      state: fc.constantFrom('agreed' as const, 'apart' as const),
      price,
      second: price,
      bps: fc.constantFrom('0', '100', '99.0099'),
    }),
    fc.record({
      state: fc.constant('unavailable' as const),
      reason: fc.constantFrom('gap' as const, 'thin' as const),
      pool: fc.string(),
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[A-Z0-9]{1,6}-USD$/), entry), (entries) => {
      const vector = new Map(Object.entries(entries));
      expect(decodeVector(encodeVector(vector))).toEqual(vector);
    }),
  );
});

test('a broken price is an error, never a zero', () => {
  expect(() => decodeVector('{"A-USD":["agreed","","1","0"]}')).toThrow(RangeError);
  expect(() => decodeVector('{"A-USD":["agreed","1","NaN","0"]}')).toThrow(RangeError);
});
