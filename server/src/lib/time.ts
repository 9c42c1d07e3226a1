/**
 * The instants that the service works by. A mark is a UTC instant that is a multiple of 5 minutes; a close is the mark at 00:00 UTC; a
 * week starts on Monday at 00:00 UTC, as in ISO 8601. All of them are milliseconds since 1970-01-01T00:00:00Z.
 */
import type { Instant } from './clock.ts';

/** Distance between two marks, milliseconds. */
export const markMs = 5 * 60_000;
/** Length of a fill window, milliseconds. */
export const windowMs = 30 * 60_000;
export const hourMs = 60 * 60_000;
/** Distance between two closes, milliseconds. */
export const dayMs = 24 * 60 * 60_000;
/** Length of a week, milliseconds. */
export const weekMs = 7 * dayMs;

/** First mark strictly after `t`. */
export function markAfter(t: Instant): Instant {
  return Math.floor(t / markMs) * markMs + markMs;
}

/** Last mark at or before `t`. */
export function markAtOrBefore(t: Instant): Instant {
  return Math.floor(t / markMs) * markMs;
}

/** First 00:00 UTC strictly after `t`. */
export function closeAfter(t: Instant): Instant {
  return Math.floor(t / dayMs) * dayMs + dayMs;
}

/** Is this mark a daily close (00:00 UTC)? */
export function isClose(mark: Instant): boolean {
  return mark % dayMs === 0;
}

/** The Monday 00:00 UTC at or before `t`: the start of its ISO week. */
export function weekStart(t: Instant): Instant {
  const mondayOffset = 4 * dayMs; // 1970-01-01 was a Thursday; the first Monday is 1970-01-05.
  return Math.floor((t - mondayOffset) / weekMs) * weekMs + mondayOffset;
}
