/**
 * Window: an arrival in, the 30 minutes that price it out.
 *
 * A mark is a UTC instant that is a multiple of 5 minutes. The window of an order starts at the first mark strictly after
 * its arrival and lasts 30 minutes: an arrival exactly on a mark waits for the next one (contract 3.1).
 *
 * Example: arrival 12:03:10.250 -> start 12:05:00, end 12:35:00. Arrival 12:05:00.000 -> start 12:10:00, end 12:40:00.
 */
import type { Instant } from '../../lib/clock.ts';
import { markAfter, windowMs } from '../../lib/time.ts';

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
