/**
 * Rank intervals: each bot's interval of value in, the ranks that it may have out.
 *
 * Public rule (docs/bots/statistics.md): a bot is tied with every bot whose interval of return overlaps its own. The interval is the value
 * at the close, plus and minus t · s · √n of it: n daily returns with standard deviation s, t the 97.5% point of Student's t with n - 1
 * degrees of freedom. A bot without a fill has exactly its start value. A bot with one daily return may be anywhere. Best possible
 * rank: 1 + the bots that are surely above; worst: all but the bots that are surely below. The rank itself always lies within.
 *
 * Example: $110,000 ± 2,000, $107,000 ± 2,000, $100,000 ± 0 -> ranks 1-2, 1-2, 3-3.
 */
import { lowerBound, upperBound } from '../rank.ts';
import type { RunningRecord } from '../record.ts';
import { t975 } from './normal.ts';

export interface RankIntervals {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** @returns lowest and highest value in cents that the bot's record stands for; infinite where it says nothing yet. */
export function valueInterval(record: RunningRecord, cents: number): readonly [low: number, high: number] {
  const { n, m2 } = record.returns;
  if (n === 0) return [cents, cents];
  if (n === 1) return [-Infinity, Infinity];
  const half = cents * t975(n - 1) * Math.sqrt((m2 / (n - 1)) * n);
  return [cents - half, cents + half];
}

/** Which ranks each may have, given low[i] <= high[i]. O(n log n) on typed arrays. */
export function rankIntervals(low: Float64Array, high: Float64Array): RankIntervals {
  const n = low.length;
  const lows = Float64Array.from(low).sort();
  const highs = Float64Array.from(high).sort();
  const from = new Int32Array(n);
  const to = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const surelyAbove = n - upperBound(lows, high[i] as number);
    const surelyBelow = lowerBound(highs, low[i] as number);
    from[i] = surelyAbove + 1;
    to[i] = n - surelyBelow;
  }
  return { from, to };
}
