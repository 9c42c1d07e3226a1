/**
 * Schedule: the time and when each bot traded last in, whose turn it is and when the next one comes out.
 *
 * Public rule (docs/bots/house-bots.md): each house bot trades once a day, at an instant of its own between 00:05 and 00:30 UTC. A turn
 * that was missed is taken later the same day; days that are over are not made up for.
 *
 * Example: the first of four bots is due at 00:05:00, the second at 00:11:15. At 00:07 the first one has its turn, and the next
 * instant to look is 00:11:15.
 */
import { dayMs } from '../lib/time.ts';
import { isoDate, type Instant } from '../lib/clock.ts';

const firstMs = 5 * 60_000;
const lastMs = 30 * 60_000;

/** Milliseconds after 00:00 UTC at which the i-th of n bots is due. */
export function offsetOf(i: number, n: number): number {
  return firstMs + Math.floor(((lastMs - firstMs) * i) / n);
}

export interface Turns {
  /** Indices of the bots whose turn it is, in order. */
  readonly due: readonly number[];
  /** When to look again: the next turn of a bot that is not due now. */
  readonly next: Instant;
}

/** @param doneOn the day (YYYY-MM-DD) of each bot's last turn; undefined = none yet. */
export function turnsAt(now: Instant, doneOn: readonly (string | undefined)[]): Turns {
  const day = Math.floor(now / dayMs) * dayMs;
  const today = isoDate(day);
  const due: number[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (const [i, done] of doneOn.entries()) {
    const at = day + offsetOf(i, doneOn.length);
    if (done !== today && now >= at) due.push(i);
    else next = Math.min(next, done === today ? at + dayMs : at);
  }
  return { due, next };
}
