import { expect, test } from 'vitest';
import { nearSymbols } from './near-symbols.ts';

const known = ['BTC-USD', 'ETH-USD', 'ENS-USD', 'SOL-USD', 'PAXG-USD', 'BTC-CAD'];

test('the examples of the header', () => {
  expect(nearSymbols('btcusd', known)[0]).toBe('BTC-USD');
  expect(nearSymbols('ETH', known)).toEqual(['ETH-USD']);
});

test('one letter wrong in a short symbol is near, two are not; the alphabet decides between equals', () => {
  expect(nearSymbols('BTX', known)).toEqual(['BTC-CAD', 'BTC-USD']);
  expect(nearSymbols('XXC', known)).toEqual([]);
});

test('at most five, whatever is asked', () => {
  const alike = Array.from({ length: 20 }, (_, i) => `AB${String.fromCharCode(65 + i)}-USD`);
  expect(nearSymbols('ABZ', alike)).toHaveLength(5);
  expect(nearSymbols('A'.repeat(100_000), known)).toEqual([]);
});
