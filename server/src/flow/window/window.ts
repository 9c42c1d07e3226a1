/**
 * Window: an arrival in, the 30 minutes that price it out.
 *
 * A mark is a UTC instant that is a multiple of 5 minutes. The window of an order starts at the first mark strictly after
 * its arrival and lasts 30 minutes: an arrival exactly on a mark waits for the next one (contract 3.1).
 *
 * Example: arrival 12:03:10.250 -> start 12:05:00, end 12:35:00. Arrival 12:05:00.000 -> start 12:10:00, end 12:40:00.
 */
import type { Instant } from '../../lib/clock.ts';

/** Distance between two marks, milliseconds. */
export const markMs = 5 * 60_000;
/** Length of a fill window, milliseconds. */
export const windowMs = 30 * 60_000;
/** Distance between two closes, milliseconds. */
export const dayMs = 24 * 60 * 60_000;
/** Length of a week, milliseconds. */
export const weekMs = 7 * dayMs;

export interface Window {
  readonly start: Instant;
  /** `start` + 30 minutes; the average covers [start, end). */
  readonly end: Instant;
}

/** The window that prices an order which arrived at `arrival`. */
export function windowFor(arrival: Instant): Window {
  const start = markAfter(arrival);
  return { start, end: start + windowMs };
}

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
