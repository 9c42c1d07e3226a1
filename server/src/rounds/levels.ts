/**
 * Levels: the levels of a league and the scores of its last week in, the levels of the next rounds out.
 *
 * A league has five levels in a row, two tasks of each; it begins at 1 to 5 and ends at 5 to 9. After each week they move up by one when the
 * upper quartile of the week's scores was 950,000 or more, and down by one when their median was 150,000 or less, as long as five bots or more answered.
 * The first daily round that is committed to after the week is the one of Tuesday. A weekly round is committed to a day before the one before it is
 * over, so the week before that decides about it, and only where its levels are still the newest: no scores move levels twice.
 *
 * Example: the scores 100,000 to 1,000,000 in steps of 100,000 have the upper quartile 800,000 and the median 500,000: nothing moves.
 */
import type { Cadence } from 'papertape-contract/round';
import type { Instant } from '../lib/clock.ts';
import { weekMs, weekStart } from '../lib/time.ts';

export const levelMin = 1;
export const levelMax = 9;
const levelsInRound = 5;
/** Of each level. */
export const tasksPerLevel = 2;
const answeringBotsMin = 5;
const upFrom = 950_000;
const downTo = 150_000;

/** @param lowest of the five. */
export function levelsFrom(lowest: number): number[] {
  return Array.from({ length: levelsInRound }, (_, i) => lowest + i);
}

/** @param scores of the week, one for each bot and round. @param bots that answered. @returns the lowest level from then on. */
export function nextLowest(lowest: number, scores: readonly number[], bots: number): number {
  if (bots < answeringBotsMin || scores.length === 0) return lowest;
  const sorted = scores.toSorted((a, b) => a - b);
  if (quantile(sorted, 3) >= upFrom) return Math.min(lowest + 1, levelMax - levelsInRound + 1);
  return quantile(sorted, 2) <= downTo ? Math.max(lowest - 1, levelMin) : lowest;
}

/** @returns the Monday of the week whose scores decide about a round that is committed to at the mark; undefined where none do. */
export function decidingWeek(cadence: Cadence, mark: Instant): Instant | undefined {
  const monday = weekStart(mark);
  if (cadence === 'daily' && monday !== mark) return undefined;
  return monday - weekMs;
}

/** What is known of a week of a league. */
export interface PlayedWeek {
  /** One for each bot and round. */
  readonly scores: readonly number[];
  /** That answered. */
  readonly bots: number;
  /** The lowest level of each of its rounds. */
  readonly lowest: readonly number[];
}

/** @param lowest level of the newest round that was committed to. @returns that of the next one. */
export function lowestAfter(cadence: Cadence, lowest: number, { scores, bots, lowest: played }: PlayedWeek): number {
  if (cadence === 'weekly' && played.some((level) => level !== lowest)) return lowest;
  return nextLowest(lowest, scores, bots);
}

/** The least score that as many quarters of all are not above (nearest rank). */
function quantile(sorted: readonly number[], quarters: number): number {
  return sorted[Math.ceil((sorted.length * quarters) / 4) - 1] ?? 0;
}
