import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import { rateFault, rateLateMsMax, rateReading, rateValue, rememberRate, type RateMemory } from './rates.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 2, 2, 12);
const rate = (text: string): bigint => parseFixed(text, priceScale);
const first = rememberRate(undefined, rate('1.2'), noon);
const judge = (text: string, at: number, memory: RateMemory | undefined = first) =>
  rateFault(memory, rate(text), at, at);

test.each([
  ['1.2', 3_600_000, undefined],
  ['1.2024', 3_600_000, undefined], // exactly 0.2%
  ['1.202400000000000000000001', 3_600_000, 'rate'],
  ['1.199999999999999999999999', 3_600_000, 'rate'],
  ['1.2024', day, undefined],
  ['1.2072', 3 * day, undefined], // three days' allowance
  ['1.207200000000000000000001', 3 * day, 'rate'],
  ['1.2036', 1.5 * day, undefined],
  ['1.2037', 1.5 * day, 'rate'],
  ['1.2024', -12_000, undefined], // a block that is a little older than the one before
])('1.2 at noon, %s after %i ms: %s', (value, after, reason) => {
  expect(judge(value, noon + after)).toBe(reason);
});

test('growth counts from the base, and a fall from the last one', () => {
  const later = rememberRate(first, rate('1.202'), noon + 3_600_000);
  expect(judge('1.2024', noon + 7_200_000, later)).toBeUndefined();
  expect(judge('1.202400000000000000000001', noon + 7_200_000, later)).toBe('rate');
  expect(judge('1.201999999999999999999999', noon + 7_200_000, later)).toBe('rate');
  expect(rememberRate(later, rate('1.2021'), noon + day - 1)).toMatchObject({ base: rate('1.2') });
  expect(rememberRate(later, rate('1.2021'), noon + day)).toMatchObject({ base: rate('1.2021'), baseAt: noon + day });
});

test('what was not good before is judged by nothing, zero is no rate', () => {
  expect(rateFault(undefined, rate('7'), noon, noon)).toBeUndefined();
  expect(rateFault(undefined, 0n, noon, noon)).toBe('non_positive');
});

test('it cannot creep: one day has one allowance, however often it is read', () => {
  let memory = first;
  let value = 1.2;
  let refused = 0;
  for (let mark = noon; mark < noon + 3 * day; mark += 300_000) {
    const next = (value * 1.0001).toFixed(12);
    if (judge(next, mark, memory) === undefined) {
      value = Number(next);
      memory = rememberRate(memory, rate(next), mark);
    } else refused++;
  }
  expect(refused).toBeGreaterThan(700);
  expect(value / 1.2).toBeLessThan(1.002 ** 4);
  expect(value / 1.2).toBeGreaterThan(1.0055);
});

test('a mark is given the rate of a block up to six hours later', () => {
  expect(rateFault(first, rate('1.2'), noon + rateLateMsMax, noon)).toBeUndefined();
  expect(rateFault(first, rate('1.2'), noon + rateLateMsMax + 1_000, noon)).toBe('old_observation');
});

test('each contract has its own unit', () => {
  const quote = { chain: 1, symbol: 'X', address: '0x', decimals: 6, listedBy: [] } as const;
  expect(rateValue({ read: 'stEthPerToken', quote }, 12n * 10n ** 17n)).toBe(rate('1.2'));
  expect(rateValue({ read: 'getExchangeRate', quote }, 12n * 10n ** 17n)).toBe(rate('1.2'));
  expect(rateValue({ read: 'convertToAssets', quote }, 1_200_000n)).toBe(rate('1.2'));
});

test('a reading is the value with its block, or the reason', () => {
  const block = { chain: 1, number: 7, hash: '0xab', at: noon + 24_000 };
  expect(rateReading(undefined, first, noon)).toEqual({ ok: false, reason: 'no_answer' });
  expect(rateReading({ ok: false, reason: 'stale' }, first, noon)).toEqual({ ok: false, reason: 'stale' });
  expect(rateReading({ ok: true, value: rate('1.3'), block }, first, noon)).toEqual({ ok: false, reason: 'rate' });
  const value = rate('1.2001');
  expect(rateReading({ ok: true, value, block }, first, noon)).toEqual({
    ok: true,
    cumulative: value,
    since: 0,
    block,
  });
});
