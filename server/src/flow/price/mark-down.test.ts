import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import { hourMs, markMs } from '../../lib/time.ts';
import { priceDigits } from './price.ts';
import { markedDown, offPct } from './mark-down.ts';

const price = (t: string): bigint => parseFixed(t, priceScale);
const at = Date.UTC(2026, 10, 22);
const stale = (last: string, hours: number, read?: string) =>
  markedDown(
    {
      price: price(last),
      at: at - hours * hourMs,
      since: at - hours * hourMs,
      read: read === undefined ? undefined : { price: price(read), at: at - markMs },
    },
    at,
  );

test('the example of the header', () => {
  expect(stale('10', 12, '4')).toBe(price('2.4'));
});

test.each([
  [0, 0],
  [6 - 1 / 12, 0],
  [6, 20],
  [12 - 1 / 12, 20],
  [12, 40],
  [24 - 1 / 12, 40],
  [24, 60],
  [72 - 1 / 12, 60],
  [72, 90],
  [168 - 1 / 12, 90],
  [168, 100],
  [10_000, 100],
])('after %d hours %d percent', (hours, off) => {
  expect(offPct(Math.round(hours * hourMs))).toBe(off);
});

test('the lower of the agreed and the read price counts from the first moment, a higher one never', () => {
  expect(stale('10', 0, '9.5')).toBe(price('9.5'));
  expect(stale('10', 0, '10.5')).toBe(price('10'));
  expect(stale('10', 6, '11')).toBe(price('8'));
});

test('a price that is younger than the value is not marked down', () => {
  expect(stale('10', -1)).toBe(price('10'));
});

test('is exact, and rounded down to 12 significant digits', () => {
  expect(stale('0.123456789013', 6)).toBe(price('0.0987654312104'));
  expect(stale('0.123456789019', 6)).toBe(price('0.0987654312152'));
  expect(stale('123456789.013', 12)).toBe(price('74074073.4078'));
  expect(stale('123456789.019', 12)).toBe(price('74074073.4114'));
  const digits = fc.bigInt(10n ** 11n, 10n ** 12n - 1n);
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 200 }), (d, zeros, hours) => {
      const full = d * 10n ** BigInt(zeros);
      const marked = markedDown({ price: full, at, since: at - hours * hourMs, read: undefined }, at);
      const exact = full * BigInt(100 - offPct(hours * hourMs));
      expect(marked * 100n <= exact).toBe(true);
      expect(String(marked).replace(/0+$/, '').length).toBeLessThanOrEqual(priceDigits);
      // No more than one unit of the last digit is lost, and no place that a price has.
      expect(exact - marked * 100n < 100n * 10n ** BigInt(Math.max(0, String(exact / 100n).length - priceDigits))).toBe(
        true,
      );
    }),
  );
});

test('of a price that follows an exchange only hours of trading count', () => {
  // New York closed on Friday at 21:00 UTC and opens on Monday, November 23, at 14:30.
  const last = {
    price: price('10'),
    at: Date.UTC(2026, 10, 20, 21),
    since: Date.UTC(2026, 10, 20, 21),
    read: undefined,
  };
  const monday = Date.UTC(2026, 10, 23);
  expect(markedDown({ ...last, exchange: 'NYSE' }, monday)).toBe(price('10'));
  expect(markedDown(last, monday)).toBe(price('4'));
  expect(markedDown({ ...last, exchange: 'NYSE' }, monday + 20.5 * hourMs)).toBe(price('8'));
  expect(markedDown({ ...last, exchange: 'NYSE' }, monday + 20.5 * hourMs - markMs)).toBe(price('10'));
});
