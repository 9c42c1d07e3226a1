import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lamportsFor, parseRate, rateText, solText, usdOf } from './money.ts';

test('the price in SOL is rounded up to six places, and an exact one stays', () => {
  expect(solText(lamportsFor(300n, parseRate('148.37') as bigint))).toBe('0.02022');
  expect(solText(lamportsFor(200n, parseRate('200') as bigint))).toBe('0.01');
  expect(solText(lamportsFor(200n, parseRate('199.99999999') as bigint))).toBe('0.010001');
});

test('property: the smallest multiple of 1,000 lamports that is worth the price', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 10n ** 13n), (cents, rate) => {
      const lamports = lamportsFor(cents, rate);
      // What lamports are worth, against the price: lamports / 10^9 * rate / 10^8 USD >= cents / 100 USD.
      const isEnough = (l: bigint): boolean => l * rate >= cents * 10n ** 15n;
      expect(lamports % 1_000n).toBe(0n);
      expect(isEnough(lamports)).toBe(true);
      expect(isEnough(lamports - 1_000n)).toBe(false);
    }),
  );
});

test('a rate is read from text and from numbers of JSON, and nothing else is one', () => {
  expect(rateText(parseRate(148.5) as bigint)).toBe('148.5');
  expect(rateText(parseRate('14837e-2') as bigint)).toBe('148.37');
  for (const none of ['', 'x', '0', '-1', 'NaN', null, undefined, {}, Number.NaN, Infinity, '1e7', '0.000000001'])
    expect(parseRate(none)).toBeUndefined();
});

test('what lamports were worth in USD', () => {
  expect(usdOf(20_220_000n, parseRate('148.37') as bigint)).toBe('3.00');
  expect(usdOf(1_000_000_000n, parseRate('148.37') as bigint)).toBe('148.37');
});
