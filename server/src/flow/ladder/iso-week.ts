/**
 * ISO weeks: an instant in, the name of its week out, and back; and at which close a week is decided.
 *
 * A week begins on Monday 00:00 UTC and belongs to the year in which its Thursday lies (ISO 8601), so a year has 52 or 53 of them.
 * Contract section 4: a week is decided at the close of the Monday with which it ends. When that close was voided, it is decided at the
 * first valid close after it; the next week is then counted from there.
 *
 * Example: 2026-11-18 lies in 2026-W47, which begins on 2026-11-16 and is decided at the close of 2026-11-23.
 */
import type { Instant } from '../../lib/clock.ts';
import { dayMs, weekMs, weekStart } from '../../lib/time.ts';

/** Name of the week in which an instant lies: `2026-W47`. */
export function isoWeek(t: Instant): string {
  const thursday = new Date(weekStart(t) + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / weekMs) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export interface Week {
  readonly name: string;
  /** Monday 00:00 UTC with which it begins, and the one with which it ends. */
  readonly start: Instant;
  readonly end: Instant;
}

/** @returns undefined for a text that names no week, such as `2025-W53`. */
export function parseIsoWeek(name: string): Week | undefined {
  const form = /^(\d{4})-W(\d\d)$/.exec(name);
  if (!form) return undefined;
  // The 4th of January always lies in week 1.
  const start = weekStart(Date.UTC(Number(form[1]), 0, 4)) + (Number(form[2]) - 1) * weekMs;
  return isoWeek(start) === name ? { name, start, end: start + weekMs } : undefined;
}

/** The week to which a close belongs: a Monday's close ends the week before it. */
export function weekOfClose(close: Instant): string {
  return isoWeek(close - 1);
}

/** A close of a league that was done earlier. */
export interface EarlierClose {
  readonly close: Instant;
  readonly voided: boolean;
}

/**
 * The week that a close decides, if any.
 * @param earlier all closes of the league from the Monday at or before `close` up to it, itself not.
 */
export function weekDecidedAt(close: Instant, earlier: readonly EarlierClose[]): string | undefined {
  const monday = weekStart(close);
  const isLate = earlier.some((e) => e.close === monday) && earlier.every((e) => e.voided);
  return close === monday || isLate ? isoWeek(monday - 1) : undefined;
}
