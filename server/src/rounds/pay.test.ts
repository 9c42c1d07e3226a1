import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountMax } from '../lib/decimal.ts';
import { fullScore, paid } from './pay.ts';

const usd = (text: string): bigint => BigInt(text.replace('.', ''));
const score = fc.integer({ min: 0, max: fullScore });
const cash = fc.bigInt({ min: 0n, max: amountMax });
const percent = 10_000;

test.each([
  ['104125.50000000', 538_797, 490_174, '50.62894186'],
  ['100000.00000000', 820_000, 550_000, '270.00000000'],
  ['100000.00000000', 1_000_000, 550_000, '450.00000000'],
  ['100000.00000000', 0, 550_000, '-550.00000000'],
])('of %s at score %i and par %i it is %s', (have, s, p, expected) => {
  expect(paid(usd(have), percent, s, p)).toBe(usd(expected));
});

test('at par nothing is paid, and what is lost is less than the stake', () => {
  fc.assert(
    fc.property(cash, score, (have, s) => {
      expect(paid(have, percent, s, s)).toBe(0n);
      expect(have + paid(have, percent, 0, s)).toBeGreaterThanOrEqual(0n);
      expect(paid(have, percent, 0, s) * 100n).toBeGreaterThanOrEqual(-have - 100n);
    }),
  );
});

test('a better score is never paid less, and no cent comes from rounding', () => {
  fc.assert(
    fc.property(cash, score, score, score, (have, a, b, par) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(paid(have, percent, high, par)).toBeGreaterThanOrEqual(paid(have, percent, low, par));
      // What is paid, times what it was divided by, is never above the exact product.
      const exact = have * BigInt(percent) * BigInt(a - par);
      expect(paid(have, percent, a, par) * 1_000_000_000_000n).toBeLessThanOrEqual(exact);
      expect((paid(have, percent, a, par) + 1n) * 1_000_000_000_000n).toBeGreaterThan(exact);
    }),
  );
});
