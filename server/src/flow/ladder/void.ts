/**
 * Voided closes: what names the close that an operator voids, in text and back, and which one may be voided.
 *
 * Public rule (docs/bots/rules.md): the operator may void the latest close of a league, with a reason, until the next one. It then counts
 * for nothing: ranks, moves, returns and records go on from the valid close before it, and what the ladder decided at it is undone
 * and decided at the next valid close. Nothing is deleted.
 *
 * Example: `spot_crypto/2026-11-23` is the close of spot_crypto at 2026-11-23T00:00:00Z.
 */
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { isoDate, type Instant } from '../../lib/clock.ts';
import type { EarlierClose } from './iso-week.ts';

export interface CloseName {
  readonly league: string;
  readonly close: Instant;
}

export function closeName({ league, close }: CloseName): string {
  return `${league}/${isoDate(close)}`;
}

/** @returns undefined for a text that names no close. */
export function parseCloseName(text: string): CloseName | undefined {
  const form = /^([a-z0-9_]+)\/(\d{4}-\d\d-\d\d)$/.exec(text);
  if (!form?.[1] || !form[2]) return undefined;
  const close = parseCloseDate(form[2]);
  return close === undefined ? undefined : { league: form[1], close };
}

/** 00:00 UTC of a date YYYY-MM-DD; undefined for a text that is no date. */
export function parseCloseDate(date: string): Instant | undefined {
  return isCalendarDate(date) ? Date.parse(date) : undefined;
}

/** May the close be voided now? @param latest the league's latest close, voided or not. */
export function mayVoid(close: Instant, latest: EarlierClose | undefined): boolean {
  return latest !== undefined && latest.close === close && !latest.voided;
}
