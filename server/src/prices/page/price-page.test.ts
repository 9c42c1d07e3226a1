import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { dayMs } from '../../lib/time.ts';
import { stepMs, stepNames, type Step } from '../../flow/price/steps.ts';
import { stepsInDay, type DayGap, type DayPart } from '../day/day-part.ts';
import { pageOf, stepsUsual } from './asked.ts';
import { seriesOf, usualColumns } from './price-page.ts';

const first = Date.parse('2026-03-01T00:00:00Z');
const days = 4;
/** Each step's mean is its own number, counted from the first day; every seventh has none. */
const isMissing = (n: number): boolean => n % 7 === 3;
const meanAt = (step: Step, start: number): number => (start - first) / stepMs[step] + 1;

function partOf(step: Step): (symbol: string, day: number) => DayPart | undefined {
  return (symbol, day) => {
    if (symbol === 'NONE-USD') return undefined;
    const numbers = Array.from({ length: stepsInDay(step) }, (_, i) => meanAt(step, day + i * stepMs[step]));
    const list = numbers.map((n) => (isMissing(n) ? 'null' : String(n))).join(',');
    const gaps = numbers.flatMap((n, i): DayGap[] => (isMissing(n) ? [[step, i, i + 1, 'apart']] : []));
    return { columns: usualColumns(step).map(() => list), gaps };
  };
}

test('any stretch of any page has the numbers of its steps and their gaps, and no others', () => {
  const lengths = fc.constantFrom(...stepNames);
  fc.assert(
    fc.property(lengths, fc.nat(days * 288 - 1), fc.integer({ min: 1, max: 700 }), (step, offset, length) => {
      const all = days * stepsInDay(step);
      const from = offset % all;
      const count = Math.min(length, all - from);
      const start = first + from * stepMs[step];
      const steps = { step, symbols: ['A-USD', 'NONE-USD'], start, count };
      const [a, none] = seriesOf(steps, ['mean'], partOf(step));
      const expected = Array.from({ length: count }, (_, i) => from + i + 1);
      expect(JSON.parse(`[${a?.columns.mean}]`)).toEqual(expected.map((n) => (isMissing(n) ? null : n)));
      expect(a?.gaps.map((g) => meanAt(step, g.start))).toEqual(expected.filter(isMissing));
      expect(JSON.parse(`[${none?.columns.mean}]`)).toEqual(expected.map(() => null));
      const whole = { start, end: start + count * stepMs[step], reason: 'not_listed' };
      expect(none?.gaps).toEqual([...new Set([step, '5m'])].map((of) => ({ ...whole, step: of })));
    }),
  );
});

test('a gap over midnight is one', () => {
  const part = (_: string, day: number): DayPart => ({
    columns: ['1'],
    gaps: day === first ? [['5m', 280, 288, 'stale']] : [['5m', 0, 4, 'stale']],
  });
  const [series] = seriesOf({ step: '1d', symbols: ['A-USD'], start: first, count: 2 }, ['mean'], part);
  expect(series?.gaps).toEqual([
    { step: '5m', start: first + 280 * 300_000, end: first + dayMs + 4 * 300_000, reason: 'stale' },
  ]);
});

const symbolsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `S${i}-USD`);
const seen = { firstMark: first + 7 * 300_000, lastMark: first + days * dayMs };

test('pages follow each other without a gap or an overlap, and none has more rows than asked for', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...stepNames),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 300 }),
      fc.nat(dayMs),
      (step, symbols, limit, late) => {
        fc.pre(symbols <= limit);
        const named = symbolsOf(symbols);
        const asked = { step, from: first + late, to: seen.lastMark - late, limit };
        const starts: number[] = [];
        for (let from: number | undefined = asked.from; from !== undefined;) {
          const page = pageOf({ ...asked, from }, seen, named);
          expect(page.count * symbols).toBeLessThanOrEqual(limit);
          expect(page.isFinal).toBe(true);
          for (let i = 0; i < page.count; i++) starts.push(page.start + i * stepMs[step]);
          from = page.next;
        }
        const all = Array.from({ length: days * stepsInDay(step) }, (_, i) => first + i * stepMs[step]);
        expect(starts).toEqual(
          all.filter((t) => t >= Math.max(asked.from, seen.firstMark) && t + stepMs[step] <= asked.to),
        );
      },
    ),
  );
});

test('the most rows are an answer, and one more begins the next page', () => {
  const steps = limits.priceRowsMax / 20;
  const long = { firstMark: first, lastMark: first + 1_000 * dayMs };
  const page = (end: number) =>
    pageOf({ step: '5m', from: first, to: end, limit: limits.priceRowsMax }, long, symbolsOf(20));
  expect(page(first + steps * 300_000)).toMatchObject({ count: steps, next: undefined });
  expect(page(first + (steps + 1) * 300_000)).toMatchObject({ count: steps, next: first + steps * 300_000 });
});

test('without a beginning there are the usual steps, also at the end of an unfinished one', () => {
  const asked = { step: '1h', from: undefined, to: first + 3 * dayMs + 20 * 60_000, limit: 100 } as const;
  expect(pageOf(asked, seen, symbolsOf(1))).toMatchObject({
    count: stepsUsual,
    start: first + (72 - stepsUsual) * 3_600_000,
  });
});

test('before the first mark there is nothing', () => {
  const asked = { step: '1h', from: undefined, to: undefined, limit: 100 } as const;
  expect(pageOf(asked, { firstMark: first, lastMark: undefined }, symbolsOf(1))).toMatchObject({
    count: 0,
    isFinal: false,
  });
});

test('a limit below one step is refused with what would do', () => {
  const asked = { step: '1h', from: undefined, to: undefined, limit: 4 } as const;
  expect(() => pageOf(asked, seen, symbolsOf(5))).toThrow(ApiError);
  expect(pageOf({ ...asked, limit: 5 }, seen, symbolsOf(5)).count).toBe(1);
});
