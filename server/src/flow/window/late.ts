/**
 * Late: which marks should be done and are not. Whoever says that the service is behind (`marks_late`, /readyz, /metrics, closed
 * orders) says it from here.
 *
 * In: the clock, how long after a mark its prices can be read, the last mark that is done. Out: the marks that are late, and since when.
 *
 * Public rule (docs/operators/operate.md): a mark is due once its prices can be read. Doing it takes a moment, so nobody acts on a mark that could
 * have been done less than 10 real seconds ago. After that the service is not ready. Orders stay open for longer: until no
 * healthy reading of their prices is younger than 10 minutes (flow/order/entry.ts), or 10 real seconds where that is longer, on a
 * clock so fast that 10 minutes are a moment.
 *
 * Example: the last mark done is 12:00 and prices can be read 30 s after a mark. At 12:05:29 nothing is late; at 12:05:30 one mark is; at
 * 12:05:40 the service is not ready; at 12:15:30 orders are closed.
 */
import type { Instant } from '../../lib/clock.ts';
import { markAtOrBefore, markMs, windowMs } from '../../lib/time.ts';

/** How long a mark may take before anyone acts on it, real milliseconds. */
const graceRealMs = 10_000;

export interface LatenessInput {
  readonly now: Instant;
  /** Real milliseconds per millisecond of the clock; 0 = it only moves when it is told to. */
  readonly realPerTick: number;
  readonly readDelayMs: number;
  readonly lastMark: Instant | undefined;
  /** When the data was made. Nothing is owed before the first mark after it. */
  readonly openedAt: Instant;
}

export interface Lateness {
  /** The last mark that should be done. */
  readonly due: Instant;
  /** Marks that should be done and are not. */
  readonly marks: number;
  /** How long the first of them could have been done, milliseconds of the clock; 0 when none is late. */
  readonly overdueMs: number;
  /** Is it time to act on it? Nobody waits for a clock that is stepped: its marks are late at once. */
  readonly isLate: boolean;
  /** 10 real seconds on the clock. Infinite where it is stepped: its marks are done when whoever steps it asks for them. */
  readonly graceMs: number;
}

export function lateness({ now, realPerTick, readDelayMs, lastMark, openedAt }: LatenessInput): Lateness {
  const due = dueMark(now, readDelayMs);
  const done = lastMark ?? markAtOrBefore(openedAt);
  const marks = Math.max(0, (due - done) / markMs);
  const overdueMs = marks === 0 ? 0 : now - (done + markMs + readDelayMs);
  const graceMs = graceRealMs / realPerTick;
  return { due, marks, overdueMs, isLate: marks > 0 && (realPerTick === 0 || overdueMs >= graceMs), graceMs };
}

/** The last mark whose prices can be read. */
export function dueMark(now: Instant, readDelayMs: number): Instant {
  return markAtOrBefore(now - readDelayMs);
}

/** The begin of the last window whose orders are decided, but for those that wait for a price. */
export function decidedUpTo(openedAt: Instant, lastMark: Instant | undefined): Instant {
  return (lastMark ?? markAtOrBefore(openedAt)) - windowMs;
}

/** A league's sources must have been healthy in the last 10 minutes. */
export const healthyWithinMs = 2 * markMs;

/**
 * Was a source healthy lately?
 * @param healthyAt the last mark at which it was; where it never was, the mark before the data began.
 * @param lastMark the last mark that is done. @param due the last one that should be.
 * @param lateMs how late marks may be without that counting: on a fast clock 10 minutes are a moment. Infinity = as late as they like.
 */
export function isHealthy(healthyAt: Instant, lastMark: Instant, due: Instant, lateMs: number): boolean {
  return Math.max(lastMark, due - lateMs) - healthyAt <= healthyWithinMs;
}
