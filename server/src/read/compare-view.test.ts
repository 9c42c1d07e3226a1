import { expect, test } from 'vitest';
import { moneyScale, pow10 } from '../lib/decimal.ts';
import { dayMs } from '../lib/time.ts';
import { commonLines, headToHead, sharedWeight } from './compare-view.ts';

const start = Date.parse('2026-03-02T00:00:00Z');

/** Closes on the days given, at values in dollars. @param first days before the first fill. */
function closes(botId: string, values: Readonly<Record<number, number>>, first = 0) {
  return Object.entries(values).map(([day, dollars]) => ({
    botId,
    close: start + Number(day) * dayMs,
    value: BigInt(dollars) * pow10(moneyScale),
    cents: dollars * 100,
    firstFillAt: Number(day) < first ? null : start,
  }));
}

test('lines begin at the first close that all have, at zero', () => {
  const a = closes('a', { 0: 100_000, 1: 110_000, 2: 121_000, 4: 99_000 });
  const b = closes('b', { 1: 200_000, 2: 100_000, 3: 1, 4: 300_000 });
  const common = commonLines(['a', 'b'], [a, b])!;
  expect([common.from, common.to]).toEqual([start + dayMs, start + 4 * dayMs]);
  expect(common.lines.map((l) => l.points.map((p) => Math.round(p.value * 100) / 100))).toEqual([
    [0, 10, -10],
    [0, -50, 50],
  ]);
  expect(commonLines(['a', 'b'], [a, []])).toBeNull();
});

test('head to head: days that began and ended at the same closes, from the later first fill on', () => {
  const a = closes('a', { 0: 100_000, 1: 101_000, 2: 101_000, 4: 101_000 });
  const b = closes('b', { 0: 100_000, 1: 100_000, 2: 102_000, 3: 102_000, 4: 104_040 }, 1);
  // Day 1: +1% against 0; day 2: 0 against +2%; day 4 began at another close for each; day 0 was before the first fill of b.
  expect(headToHead(a, b)).toEqual({ days: 2, better: [1, 1], differencePct: -0.5, intervalPct: null });
  expect(headToHead(a, [])).toMatchObject({ days: 0, differencePct: null, intervalPct: null });
});

test('an interval needs twenty days; one that differs by the same each day has no width', () => {
  const grown = (rate: number, days: number) =>
    Object.fromEntries(Array.from({ length: days }, (_, i) => [i, Math.round(100_000 * rate ** (i + 1))]));
  expect(headToHead(closes('a', grown(1.01, 19)), closes('b', grown(1, 19))).intervalPct).toBeNull();
  const { intervalPct, better } = headToHead(closes('a', grown(1.01, 20)), closes('b', grown(1, 20)));
  expect(better).toEqual([20, 0]);
  expect(intervalPct!.low).toBeCloseTo(1, 3);
  expect(intervalPct!.high).toBeCloseTo(1, 3);
});

test('what is held alike: the lesser weight of each symbol, not known where a price is not', () => {
  const a = new Map([
    ['BTC-USD', 0.5],
    ['ETH-USD', 0.2],
    ['cash', 0.3],
  ]);
  const b = new Map<string, number | null>([
    ['BTC-USD', 0.2],
    ['SOL-USD', 0.7],
    ['cash', 0.1],
  ]);
  expect(sharedWeight(a, b)).toBeCloseTo(0.3, 12);
  expect(sharedWeight(a, new Map([...b, ['SOL-USD', null]]))).toBeNull();
});
