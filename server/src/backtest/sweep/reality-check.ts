/**
 * Luck over all tries: the daily returns of every try above the market in, for each try the probability that the best of so many tries
 * without any skill would look as good.
 *
 * Rule (docs/bots/backtest.md): White's reality check (A Reality Check for Data Snooping, Econometrica 68, 2000), studentized as in
 * Hansen (A Test for Superior Predictive Ability, Journal of Business and Economic Statistics 23, 2005), with the maximum over all tries for
 * each of them (Romano and Wolf, Stepwise Multiple Testing as Formalized Data Snooping, Econometrica 73, 2005, its first step). The
 * statistic of a try is t = mean ÷ (standard deviation ÷ √n). In each of 2,000 samples the same days are drawn for all tries, in the
 * circular blocks of statistics/bootstrap.ts, each try less its own mean, so that nobody has skill and what tries have in common is kept. Luck = (1 + samples
 * whose best t is at least that of the try) ÷ (1 + samples).
 *
 * Example: of two tries that are the same the luck is that of one alone; of two that have nothing in common it is nearly 1 − (1 − p)², p
 * being that of one alone.
 */
import { blockLength, bootstrapSamples } from '../../flow/rank/statistics/bootstrap.ts';
import { flatReturnMax, riskReturnsMin } from '../../flow/rank/statistics.ts';

interface Try {
  readonly t: number;
  /** Running sums over the circle of what differs from the mean, and of its square. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

/**
 * @param series one for each try, all of the same days; a day at which a try had not begun is 0.
 * @param uniform doubles in [0, 1).
 * @returns in the order of the tries; null for one that never differs from the market, and for all below 20 days.
 */
export function realityCheck(
  series: readonly (readonly number[])[],
  uniform: () => number,
  samples = bootstrapSamples,
): (number | null)[] {
  const n = series[0]?.length ?? 0;
  if (n < riskReturnsMin) return series.map(() => null);
  const length = blockLength(n);
  const tries = series.map((of) => tryOf(of, length));
  const live = tries.filter((one) => one !== null);
  const reached = tries.map(() => 1);
  for (let k = 0; k < samples; k++) {
    const best = bestOfSample(live, n, length, uniform);
    for (const [i, one] of tries.entries()) if (one && best >= one.t) reached[i] = (reached[i] as number) + 1;
  }
  return tries.map((one, i) => (one ? (reached[i] as number) / (1 + samples) : null));
}

function tryOf(series: readonly number[], length: number): Try | null {
  const n = series.length;
  const mean = series.reduce((sum, x) => sum + x, 0) / n;
  const sums = new Float64Array(n + length + 1);
  const squares = new Float64Array(n + length + 1);
  for (let i = 0; i < n + length; i++) {
    const x = (series[i % n] as number) - mean;
    sums[i + 1] = (sums[i] as number) + x;
    squares[i + 1] = (squares[i] as number) + x * x;
  }
  const deviation = Math.sqrt((squares[n] as number) / n);
  return deviation > flatReturnMax ? { t: (mean / deviation) * Math.sqrt(n), sums, squares } : null;
}

/** The largest t of one sample, the same days for all. */
function bestOfSample(tries: readonly Try[], n: number, length: number, uniform: () => number): number {
  const starts = Array.from({ length: Math.ceil(n / length) }, () => Math.floor(uniform() * n));
  let best = Number.NEGATIVE_INFINITY;
  for (const { sums, squares } of tries) {
    let [sum, square] = [0, 0];
    for (const [block, start] of starts.entries()) {
      const end = start + Math.min(length, n - block * length);
      sum += (sums[end] as number) - (sums[start] as number);
      square += (squares[end] as number) - (squares[start] as number);
    }
    const mean = sum / n;
    const deviation = Math.sqrt(Math.max(0, square / n - mean * mean));
    if (deviation > flatReturnMax) best = Math.max(best, (mean / deviation) * Math.sqrt(n));
  }
  return best;
}
