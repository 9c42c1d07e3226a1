/**
 * Bootstrap: a series of daily excess returns in, the 95% interval of its mean out.
 *
 * Public rule (docs/bots/statistics.md): circular block bootstrap of Politis and Romano (1992). 2,000 samples; each is made of blocks of
 * ⌈n^(1/3)⌉ days in a row, the series taken as a circle, drawn with the same chance from every day until n days are there (the last
 * block is cut). The interval is between the 2.5% and the 97.5% point of the means of the samples, linear between two of them. Days in
 * a row stay together, so that what one day says about the next is kept.
 *
 * Example: 27 days, blocks of 3 days, 9 blocks for each sample. If every day has the same excess return, the interval is that point.
 */

/** Samples drawn. */
export const bootstrapSamples = 2_000;

/** Days in a block, for a series of `n` days. */
export function blockLength(n: number): number {
  let length = Math.round(Math.cbrt(n));
  if (length ** 3 < n) length++;
  return Math.max(1, length);
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * O(samples · n^(2/3)): a block is one subtraction of running sums.
 * @param uniform doubles in [0, 1), the same for the same bot and close on every machine.
 * @returns undefined for an empty series.
 */
export function meanInterval(series: readonly number[], uniform: () => number): Interval | undefined {
  const n = series.length;
  if (n === 0) return undefined;
  const length = blockLength(n);
  const mean = series.reduce((sum, x) => sum + x, 0) / n;
  // Running sums over the circle of what differs from the mean: a series of equal days has an interval of exactly no width.
  const sums = new Float64Array(n + length + 1);
  for (let i = 0; i < n + length; i++) sums[i + 1] = (sums[i] as number) + ((series[i % n] as number) - mean);
  const means = new Float64Array(bootstrapSamples);
  for (let k = 0; k < bootstrapSamples; k++) {
    let sum = 0;
    for (let days = 0; days < n; days += length) {
      const start = Math.floor(uniform() * n);
      const end = start + Math.min(length, n - days);
      sum += (sums[end] as number) - (sums[start] as number);
    }
    means[k] = mean + sum / n;
  }
  means.sort();
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** Linear between the two nearest of a sorted series, as numpy's default. */
function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (at - below);
}
