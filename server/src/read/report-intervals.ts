/**
 * Intervals of a strategy report that the statistics do not have themselves.
 *
 * In: daily returns as fractions. Out: bounds in percent, 2 places.
 *
 * Public rule (docs/bots/extras.md): the return is compounded, so its interval is that of the mean log return. The mean of plain returns
 * would lie above what was earned, the more the higher the volatility. A share of days has Wilson's interval.
 *
 * Example: days of +10% and -10% in turns have a mean of 0, and lose 1% in every two: 200 of them leave -63.4%, not 0.
 */
import { meanInterval } from '../flow/rank/statistics/bootstrap.ts';

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Of the return over all of the days, at 95%; undefined where the days do not bear one. */
export function growthInterval(returns: readonly number[], uniform: () => number): Bounds | undefined {
  const mean = meanInterval(returns.map(Math.log1p), uniform);
  const whole = (x: number): number => Math.round(Math.expm1(x * returns.length) * 10_000) / 100;
  return mean && { low: whole(mean.low), high: whole(mean.high) };
}

/** Of a share at 95%: Wilson's score interval. */
export function wilson(hits: number, of: number): Bounds {
  const z = 1.959_964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const shown = (x: number): number => Math.round((x / (1 + (z * z) / of)) * 10_000) / 100;
  return { low: Math.max(0, shown(middle - half)), high: Math.min(100, shown(middle + half)) };
}
