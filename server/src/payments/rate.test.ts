import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRate, rateText } from './money.ts';
import { agreedRate, isQuotable, type Rate, type SourceAnswer } from './rate.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const rate = (text: string): bigint => parseRate(text) as bigint;
const answer = (source: string, text: string, ageMs = 0): SourceAnswer => ({
  source,
  rate: rate(text),
  at: now - ageMs,
});
const last = (text: string, ageMs: number): Rate => ({ rate: rate(text), source: 'median(a,b)', at: now - ageMs });

test('the median of those within 1% of the median of all, named in order, as old as the oldest', () => {
  const agreed = agreedRate([answer('k', '148.40'), answer('c', '148.20', 5_000), answer('p', '155')], now, undefined);
  expect(agreed).toEqual({ rate: rate('148.30'), source: 'median(c,k)', at: now - 5_000 });
});

test('an answer counts for 60 seconds and not a millisecond longer', () => {
  const both = (age: number) => agreedRate([answer('a', '100', age), answer('b', '100')], now, undefined);
  expect(both(60_000)?.source).toBe('median(a,b)');
  expect(both(60_001)).toBeUndefined();
  expect(agreedRate([answer('a', '100', -60_001), answer('b', '100')], now, undefined)).toBeUndefined();
});

test('1% from the median is near enough, and more is not', () => {
  const three = (text: string) =>
    agreedRate([answer('a', '100'), answer('b', '100'), answer('c', text)], now, undefined);
  expect(three('101')?.source).toBe('median(a,b,c)');
  expect(three('101.00000001')?.source).toBe('median(a,b)');
});

test('a single answer is held against the last rate: 5%, 10 minutes', () => {
  const one = (text: string, age: number) => agreedRate([answer('a', text)], now, last('100', age));
  expect(one('105', 600_000)).toEqual({ rate: rate('105'), source: 'a', at: now });
  expect(one('105.00000001', 0)).toBeUndefined();
  expect(one('100', 600_001)).toBeUndefined();
  expect(agreedRate([answer('a', '100')], now, undefined)).toBeUndefined();
  expect(agreedRate([], now, last('100', 0))).toBeUndefined();
});

test('an order is quoted by a rate of the last 5 minutes', () => {
  expect(isQuotable(last('100', 300_000), now)).toBe(true);
  expect(isQuotable(last('100', 300_001), now)).toBe(false);
  expect(isQuotable(undefined, now)).toBe(false);
});

test('property: no order of answers, and no single liar among three, moves the rate out of what the honest ones say', () => {
  const honest = fc.tuple(fc.integer({ min: 10_000, max: 10_050 }), fc.integer({ min: 10_000, max: 10_050 }));
  fc.assert(
    fc.property(honest, fc.integer({ min: 1, max: 100_000_000 }), fc.nat(5), ([a, b], liar, turn) => {
      const texts = [a, b, liar].map((cents) => (cents / 100).toFixed(2));
      const answers = texts.map((text, i) => answer('abc'[i] as string, text));
      const agreed = agreedRate(answers, now, undefined);
      const turned = [...answers.slice(turn % 3), ...answers.slice(0, turn % 3)];
      expect(agreedRate(turned, now, undefined)).toEqual(agreed);
      const value = Number(rateText((agreed as Rate).rate));
      // A liar who stays within 1% may pull it to the nearer of the two, and no further than 1%.
      expect(value).toBeGreaterThanOrEqual((Math.min(a, b) / 100) * 0.99);
      expect(value).toBeLessThanOrEqual((Math.max(a, b) / 100) * 1.0101);
    }),
  );
});
