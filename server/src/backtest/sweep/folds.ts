/**
 * Walk-forward: the span of a run is cut into folds of whole days, and what is played in a fold is chosen by the fold before alone.
 *
 * Rule (docs/bots/backtest.md): the try whose value grew most from the first to the last close of a fold is played in the next one; of
 * equals the one that stands first in the sweep. The first fold is only learnt from. (Pardo, The Evaluation and Optimization of Trading
 * Strategies, 2008, chapter 11.)
 *
 * Example: 90 days in 3 folds: days 31 to 60 are played with what did best on days 1 to 30, days 61 to 90 with what did best on 31 to 60.
 */
import type { Instant } from '../../lib/clock.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { dayMs } from '../../lib/time.ts';

/** Days of a fold at least: one return to choose by, and one more. */
export const foldDaysMin = 2;

/** @returns where folds begin, and where the last one ends: from, closes between, to. Throws a SetupError on folds that are too short. */
export function foldEdges(from: Instant, to: Instant, folds: number): Instant[] {
  const edges = Array.from({ length: folds - 1 }, (_, i) => {
    const even = from + ((i + 1) * (to - from)) / folds;
    return Math.round(even / dayMs) * dayMs;
  });
  const all = [from, ...edges, to];
  if (all.slice(1).some((edge, i) => edge - (all[i] as Instant) < foldDaysMin * dayMs))
    throw new SetupError(
      `${folds} folds of this span are shorter than ${foldDaysMin} days.`,
      'Take fewer folds with --walk-forward, or a longer span.',
    );
  return all;
}

/** The fold that an instant is in, 0 for the first one; an edge belongs to the fold that it begins. */
export function foldAt(edges: readonly Instant[], at: Instant): number {
  return Math.min(
    edges.findLastIndex((edge) => edge <= at),
    edges.length - 2,
  );
}

/** Values at the first and at the last close of a fold; undefined for a try that has failed. */
export type Growth = readonly [before: bigint, after: bigint] | undefined;

/** The index of what grew most, exactly compared; undefined where all have failed. */
export function chooseTry(growths: readonly Growth[]): number | undefined {
  let chosen: number | undefined;
  for (const [i, growth] of growths.entries()) {
    if (!growth) continue;
    const best = chosen === undefined ? undefined : growths[chosen];
    // after ÷ before, compared without dividing.
    if (!best || growth[1] * best[0] > best[1] * growth[0]) chosen = i;
  }
  return chosen;
}
