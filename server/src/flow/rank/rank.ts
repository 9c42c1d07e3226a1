/**
 * Rank at a close: the values of a league's bots in, ranks with ties out. This folder is the one place where rank is computed:
 * `board.ts` has the rank between two closes, `week.ts` that of a week.
 *
 * Contract 3.7: by return_pct (2 decimals, as shown), then by value (cents), highest first; equal on both is the same rank, and
 * the next rank skips (1, 1, 3). All bots start with the same $100,000, so return is a rising function of value and ordering by
 * cents is ordering by (return, cents).
 *
 * Example: $101,000.00, $99,000.00, $101,000.00 -> ranks 1, 3, 1, the two firsts tied.
 */
import { divHalfUp, moneyScale, pow10 } from '../../lib/decimal.ts';
import { startValue } from '../fill/fill.ts';

const moneyPerCent = pow10(moneyScale - 2);
/** Cents of the start value: what a bot shows before its first close. */
export const startValueCents = Number(startValue / moneyPerCent);

/** Value at `moneyScale` -> whole cents, halves up; the value as it is shown. Safe as a double up to 90 trillion dollars. */
export function valueCents(value: bigint): number {
  return Number(divHalfUp(value, moneyPerCent));
}

/** Return since start in hundredths of a percent (2 decimals of a percent), halves away from zero, from the value as shown. */
export function returnBps(cents: number): number {
  return returnBetweenBps(startValueCents, cents);
}

/** Return between two values in cents, in hundredths of a percent; `from` > 0. */
export function returnBetweenBps(from: number, to: number): number {
  return Number(divHalfUp(BigInt(to - from) * 10_000n, BigInt(from)));
}

export interface Ranking {
  /** rank[i] of the i-th value, 1 is best. */
  readonly rank: Int32Array;
  /** tied[i] = 1 when another bot has the same rank. */
  readonly tied: Uint8Array;
}

/** @param cents value of each bot in whole cents. O(n log n) on typed arrays: a million bots in well under a second. */
export function rankByValue(cents: Float64Array): Ranking {
  const sorted = Float64Array.from(cents).sort();
  const n = sorted.length;
  const rank = new Int32Array(n);
  const tied = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const above = upperBound(sorted, cents[i] as number);
    const below = lowerBound(sorted, cents[i] as number);
    rank[i] = n - above + 1;
    tied[i] = above - below > 1 ? 1 : 0;
  }
  return { rank, tied };
}

/** Indices in board order: best first, equal values in the order in which they came (registration). O(n). */
export function boardOrder(ranking: Ranking): Uint32Array {
  const n = ranking.rank.length;
  const order = new Uint32Array(n);
  const placed = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    const rank = ranking.rank[i] as number;
    const before = placed[rank] as number;
    order[rank - 1 + before] = i;
    placed[rank] = before + 1;
  }
  return order;
}

/** Number of values <= x. */
export function upperBound(sorted: Float64Array, x: number): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if ((sorted[mid] as number) <= x) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

/** Number of values < x. */
export function lowerBound(sorted: Float64Array, x: number): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if ((sorted[mid] as number) < x) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
