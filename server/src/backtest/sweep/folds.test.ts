import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../lib/time.ts';
import { chooseTry, foldAt, foldDaysMin, foldEdges, type Growth } from './folds.ts';

const from = Date.parse('2026-03-01T00:00:00Z');

test('the example: 90 days in 3 folds', () => {
  const edges = foldEdges(from, from + 90 * dayMs, 3);
  expect(edges.map((edge) => (edge - from) / dayMs)).toEqual([0, 30, 60, 90]);
  expect([-1, 0, 1].map((d) => foldAt(edges, from + 60 * dayMs + d))).toEqual([1, 2, 2]);
});

test('folds follow each other without a gap, inner edges are closes, and no fold is a day longer than another but for ends within a day', () => {
  const minutes = fc.integer({ min: 0, max: 287 }).map((n) => n * 300_000);
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 800 }), fc.integer({ min: 2, max: 12 }), minutes, (days, folds, late) => {
      fc.pre(days / folds >= foldDaysMin + 2);
      const [start, end] = [from + late, from + days * dayMs];
      const edges = foldEdges(start, end, folds);
      expect([edges[0], edges.at(-1), edges.length]).toEqual([start, end, folds + 1]);
      expect(edges.slice(1, -1).every((edge) => edge % dayMs === 0)).toBe(true);
      const lengths = edges.slice(1).map((edge, i) => (edge - (edges[i] as number)) / dayMs);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2);
      for (const [i, edge] of edges.slice(0, -1).entries()) expect(foldAt(edges, edge)).toBe(i);
    }),
  );
});

test('folds of two days are taken, shorter ones are not', () => {
  expect(foldEdges(from, from + 8 * dayMs, 4)).toHaveLength(5);
  expect(() => foldEdges(from, from + 7 * dayMs, 4)).toThrow('shorter than 2 days');
});

test('what grew most is chosen, the first of equals, none that failed', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 19n });
  fc.assert(
    fc.property(fc.array(fc.option(fc.tuple(amount, amount), { nil: undefined })), (growths: Growth[]) => {
      const chosen = chooseTry(growths);
      const alive = growths.flatMap((growth, i) => (growth ? [{ i, growth }] : []));
      expect(chosen === undefined).toBe(alive.length === 0);
      if (chosen === undefined) return;
      const [before, after] = growths[chosen] as [bigint, bigint];
      for (const { i, growth } of alive) {
        const lead = after * growth[0] - growth[1] * before;
        expect(lead >= 0n && (lead > 0n || i >= chosen)).toBe(true);
      }
    }),
  );
});
