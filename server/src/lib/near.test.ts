import { expect, test } from 'vitest';
import { distance, nearTexts } from './near.ts';

const known = ['spot_crypto', 'multi', 'us_stocks', 'etfs'];

test('the examples of the header', () => {
  expect(nearTexts('Spot-Cripto', known)).toEqual(['spot_crypto']);
  expect(nearTexts('sports', known)).toEqual([]);
});

test('capitals and marks cost nothing; a third of the letters is near, one more is not', () => {
  expect(nearTexts('  SPOT crypto!', known)).toEqual(['spot_crypto']);
  expect(nearTexts('xxxtcrypto', known)).toEqual(['spot_crypto']);
  expect(nearTexts('xxxxcrypto', known)).toEqual([]);
  expect(nearTexts('etf', known)).toEqual(['etfs']);
  expect(nearTexts('et', known)).toEqual([]);
});

test('the nearest first, of equals the first that is known, and no more than were asked for', () => {
  expect(nearTexts('abcd', ['abxx', 'abcx', 'abcd', 'xbcd'], 2)).toEqual(['abcd', 'abcx']);
});

test('nothing is near what has no letters, and a long text ends', () => {
  expect(nearTexts('--', known)).toEqual([]);
  expect(nearTexts('a'.repeat(10_000_000), known)).toEqual([]);
});

test('distances of the usual examples', () => {
  expect(distance('kitten', 'sitting')).toBe(3);
  expect(distance('', 'abc')).toBe(3);
  expect(distance('abc', '')).toBe(3);
  expect(distance('flaw', 'lawn')).toBe(2);
  expect(distance('nmae', 'name')).toBe(1);
  expect(distance('ba', 'ab')).toBe(1);
});
