/**
 * Minimum variance: the mix without short sales whose value moved least over the past. Found by Frank-Wolfe: from the equal
 * mix, again and again a step towards the one symbol that lowers the variance most, as far as it does.
 */
import type { SymbolId } from '../../league/symbol.ts';
import { between, type PriceSample, type PriceRule, type PriceRuleMaker } from './price-rule.ts';

const stepsMax = 60;

/** @param lookback prices that it looks back. */
export function minVarianceOf(lookback: number): PriceRule {
  return {
    kind: 'minimum variance',
    description: `Holds the mix that moved least over ${lookback} prices.`,
    samples: lookback + 1,
    decide: (history) => {
      const { symbols, rows } = returnsOver(history, lookback);
      if (symbols.length === 0) return new Map();
      const mix = calmestMix(covariances(rows));
      return new Map(symbols.map((symbol, i) => [symbol, mix[i] ?? 0]));
    },
  };
}

export const minVariance: PriceRuleMaker = (uniform, samples) =>
  minVarianceOf(between(uniform, Math.round(samples / 4.5), samples - 1));

/** Changes from sample to sample of the symbols that had a price in all of them: one row of numbers per symbol. */
function returnsOver(history: readonly PriceSample[], lookback: number): { symbols: SymbolId[]; rows: Float64Array[] } {
  const window = history.slice(-1 - lookback);
  const symbols: SymbolId[] = [];
  const rows: Float64Array[] = [];
  if (window.length <= lookback) return { symbols, rows };
  for (const symbol of [...(window[0]?.keys() ?? [])].sort()) {
    const prices = window.map((sample) => sample.get(symbol));
    if (prices.includes(undefined)) continue;
    symbols.push(symbol);
    rows.push(Float64Array.from({ length: lookback }, (_, i) => (prices[i + 1] ?? 0) / (prices[i] ?? 1) - 1));
  }
  return { symbols, rows };
}

function covariances(rows: readonly Float64Array[]): Float64Array[] {
  const centred = rows.map((row) => {
    const mean = row.reduce((sum, x) => sum + x, 0) / row.length;
    return row.map((x) => x - mean);
  });
  return centred.map((a) => Float64Array.from(centred, (b) => dot(a, b)));
}

function calmestMix(matrix: readonly Float64Array[]): Float64Array {
  const n = matrix.length;
  const mix = new Float64Array(n).fill(1 / n);
  for (let step = 0; step < stepsMax; step++) {
    const slope = matrix.map((row) => dot(row, mix));
    const best = slope.indexOf(Math.min(...slope));
    // Along mix + t * (best - mix) the variance is a parabola; its lowest point, kept within the simplex.
    const variance = dot(Float64Array.from(slope), mix);
    const gain = variance - (slope[best] ?? 0);
    const curvature = variance - 2 * (slope[best] ?? 0) + (matrix[best]?.[best] ?? 0);
    if (gain <= variance * 1e-6 || curvature <= 0) break;
    const t = Math.min(1, gain / curvature);
    for (let i = 0; i < n; i++) mix[i] = (mix[i] ?? 0) * (1 - t) + (i === best ? t : 0);
  }
  return mix;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
