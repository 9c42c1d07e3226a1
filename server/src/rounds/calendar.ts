/**
 * The calendar of rounds: a league, an instant and a cadence in, the round in which the instant lies with its name, its id and its instants out; and
 * back.
 *
 * A daily round is one day of a league. It is named by its ISO week date, opens at 00:00 UTC and closes at 23:00 UTC (half open: what is received
 * before 23:00:00.000 counts). A weekly round is one ISO week and has its name, opens on Monday at 00:00 and closes on Sunday at 23:00. Either is
 * committed to 24 hours before it opens. Its id is made of its opening, its league and its cadence, so that ids of rounds sort by time and need no
 * table, and nobody has to know what the cadence of a league was at some time.
 *
 * Example: the round of deal_finder on Wednesday 2026-11-18 is `2026-W47-3`: open from 2026-11-18T00:00 to 2026-11-18T23:00, committed at
 * 2026-11-17T00:00. The weekly round of that week is `2026-W47`: open from 2026-11-16T00:00 to 2026-11-22T23:00, committed at 2026-11-15T00:00.
 */
import { isoWeek, parseIsoWeek } from '../flow/ladder/iso-week.ts';
import { sha256 } from '../lib/hash.ts';
import type { Instant } from '../lib/clock.ts';
import type { Cadence } from 'papertape-contract/round';
import { dayMs, hourMs, weekMs, weekStart } from '../lib/time.ts';

export interface Round {
  /** `rnd_` and 16 lower-case base32 characters. */
  readonly id: string;
  readonly league: string;
  readonly cadence: Cadence;
  /** `2026-W47-3`, Monday is 1; of a weekly round `2026-W47`. */
  readonly name: string;
  /** `2026-W47` */
  readonly week: string;
  readonly committedAt: Instant;
  readonly opensAt: Instant;
  readonly closesAt: Instant;
}

/** From the opening to the close. */
export const openMs: Readonly<Record<Cadence, number>> = { daily: dayMs - hourMs, weekly: weekMs - hourMs };

const cadences = ['daily', 'weekly'] as const;
/** From the commitment to the opening. */
export const committedAheadMs = dayMs;

export const roundIdPattern = /^rnd_[0-9a-v]{16}$/;

/** The round of the day, or of the week, in which the instant lies. */
export function roundAt(league: string, at: Instant, cadence: Cadence = 'daily'): Round {
  const opensAt = cadence === 'weekly' ? weekStart(at) : Math.floor(at / dayMs) * dayMs;
  const week = isoWeek(opensAt);
  return {
    id: `${roundIdFloor(opensAt).slice(0, idTimeCharacters)}${leaguePart(league, cadence)}`,
    league,
    cadence,
    name: cadence === 'weekly' ? week : `${week}-${(opensAt - weekStart(opensAt)) / dayMs + 1}`,
    week,
    committedAt: opensAt - committedAheadMs,
    opensAt,
    closesAt: opensAt + openMs[cadence],
  };
}

/** All rounds that a league can have in a week: those of its days, and the one of the week. */
export function roundsOfWeek(league: string, monday: Instant): Round[] {
  const days = Array.from({ length: 7 }, (_, day) => roundAt(league, monday + day * dayMs));
  return [...days, roundAt(league, monday, 'weekly')];
}

/** @returns undefined for a text that names no round, such as `2025-W53-1` or `2026-W47-8`. */
export function parseRoundName(league: string, name: string): Round | undefined {
  const form = /^(\d{4}-W\d\d)(?:-([1-7]))?$/.exec(name);
  const week = form && parseIsoWeek(form[1] as string);
  if (!week) return undefined;
  if (form[2] === undefined) return roundAt(league, week.start, 'weekly');
  return roundAt(league, week.start + (Number(form[2]) - 1) * dayMs);
}

/** The round of an id; undefined where the id is of no round of these leagues. */
export function parseRoundId(leagues: Iterable<string>, id: string): Round | undefined {
  if (!roundIdPattern.test(id)) return undefined;
  const opensAt = Number.parseInt(id.slice(4, idTimeCharacters), 32) * idTickMs;
  for (const league of leagues)
    for (const cadence of cadences) {
      const round = roundAt(league, opensAt, cadence);
      if (round.id === id) return round;
    }
  return undefined;
}

/** The least id that a round which opens at the instant or later can have. */
export function roundIdFloor(opensAt: Instant): string {
  return `rnd_${Math.ceil(opensAt / idTickMs)
    .toString(32)
    .padStart(idTimeCharacters - 4, '0')}0000000`;
}

/** As in the other ids of the service, nine characters hold the time, in ticks of eight milliseconds. */
const idTickMs = 8;
const idTimeCharacters = 13;

/** What the ids of all weekly rounds of a league end with. */
export function weeklyEnding(league: string): string {
  return leaguePart(league, 'weekly');
}

/** 35 bits of the league's hash: enough to tell the leagues of one day apart, and a round of a Monday from that of its week. */
function leaguePart(league: string, cadence: Cadence): string {
  const text = `papertape-round-id/1\n${league}${cadence === 'weekly' ? '\nweekly' : ''}`;
  return BigInt(`0x${sha256(text).slice(0, 16)}`)
    .toString(32)
    .slice(-7)
    .padStart(7, '0');
}
