/**
 * Seat: when a bot took its seat in, the close at which the seat lapses out, while the bot has no scored fill.
 *
 * Public rule (docs/bots/rules.md): a seat whose bot never had a scored fill lapses at the first close at which 7 days have passed since the
 * registration, and the bot counts as retired at that close. The days count only while fills are to be had: not before the league's first
 * window, nor while the operator has closed it; they begin anew when it is opened again. A scored order that arrived before the close and
 * is not decided holds the seat until it is. House bots keep their seats. The bot is told 2 days before.
 *
 * Example: registered on Monday 2026-11-16 at 00:00:00.000 -> told at the close of 2026-11-21, retired at the close of 2026-11-23; registered a
 * millisecond later -> a day later each.
 */
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';

const lapseMs = limits.seatLapseDays * dayMs;
const noticeMs = limits.seatNoticeDays * dayMs;

/** What of a league decides since when the days count. */
export interface LeagueSeats {
  /** Start of the league's first window; undefined before it. */
  readonly firstWindow: Instant | undefined;
  /** Has the operator closed it to orders? */
  readonly isClosed: boolean;
  /** The mark at which the operator opened it again, the last time. */
  readonly openedAt: Instant | undefined;
}

/** @returns undefined while no seat of the league lapses. */
export function seatsCountFrom({ firstWindow, isClosed, openedAt }: LeagueSeats): Instant | undefined {
  return firstWindow === undefined || isClosed ? undefined : Math.max(firstWindow, openedAt ?? firstWindow);
}

/** The close at which a seat lapses. @param from since when the days of its league count. */
export function lapseOf(registeredAt: Instant, from: Instant): Instant {
  return Math.ceil((Math.max(registeredAt, from) + lapseMs) / dayMs) * dayMs;
}

/** Whoever registered up to then lapses at a close; undefined while none does. */
export function lapsingUpTo(close: Instant, from: Instant | undefined): Instant | undefined {
  return from === undefined || from + lapseMs > close ? undefined : close - lapseMs;
}

/** The close at which the bot is told. */
export function noticeOf(lapse: Instant): Instant {
  return lapse - noticeMs;
}

export const lapseReason = `The seat had no scored fill in ${limits.seatLapseDays} days.`;
