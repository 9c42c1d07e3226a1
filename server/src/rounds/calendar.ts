/**
 * The calendar of rounds: a league and an instant in, the round of that day with its name, its id and its instants out; and back.
 *
 * A round is one day of a league. It is named by its ISO week date, opens at 00:00 UTC, closes at 23:00 UTC (half open: what is received
 * before 23:00:00.000 counts), and is committed to 24 hours before it opens. Its id is made of its opening and its league, so that ids of
 * rounds sort by time and need no table.
 *
 * Example: the round of deal_finder on Wednesday 2026-11-18 is `2026-W47-3`: open from 2026-11-18T00:00 to 2026-11-18T23:00, committed at
 * 2026-11-17T00:00.
 */
import { isoWeek, parseIsoWeek } from '../flow/ladder/iso-week.ts';
import { sha256 } from '../lib/hash.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs, hourMs, weekStart } from '../lib/time.ts';

export interface Round {
  /** `rnd_` and 16 lower-case base32 characters. */
  readonly id: string;
  readonly league: string;
  /** `2026-W47-3`, Monday is 1. */
  readonly name: string;
  /** `2026-W47` */
  readonly week: string;
  readonly committedAt: Instant;
  readonly opensAt: Instant;
  readonly closesAt: Instant;
}

/** From the opening to the close. */
const openMs = 23 * hourMs;
/** From the commitment to the opening. */
export const committedAheadMs = dayMs;

export const roundIdPattern = /^rnd_[0-9a-v]{16}$/;

/** The round of the day in which the instant lies. */
export function roundAt(league: string, at: Instant): Round {
  const opensAt = Math.floor(at / dayMs) * dayMs;
  const week = isoWeek(opensAt);
  return {
    id: `${roundIdFloor(opensAt).slice(0, idTimeCharacters)}${leaguePart(league)}`,
    league,
    name: `${week}-${(opensAt - weekStart(opensAt)) / dayMs + 1}`,
    week,
    committedAt: opensAt - committedAheadMs,
    opensAt,
    closesAt: opensAt + openMs,
  };
}

/** @returns undefined for a text that names no round, such as `2025-W53-1` or `2026-W47-8`. */
export function parseRoundName(league: string, name: string): Round | undefined {
  const form = /^(\d{4}-W\d\d)-([1-7])$/.exec(name);
  const week = form && parseIsoWeek(form[1] as string);
  return week ? roundAt(league, week.start + (Number(form[2]) - 1) * dayMs) : undefined;
}

/** The round of an id; undefined where the id is of no round of these leagues. */
export function parseRoundId(leagues: Iterable<string>, id: string): Round | undefined {
  if (!roundIdPattern.test(id)) return undefined;
  const opensAt = Number.parseInt(id.slice(4, idTimeCharacters), 32) * idTickMs;
  for (const league of leagues) {
    const round = roundAt(league, opensAt);
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

/** 35 bits of the league's hash: enough to tell the leagues of one day apart. */
function leaguePart(league: string): string {
  return BigInt(`0x${sha256(`papertape-round-id/1\n${league}`).slice(0, 16)}`)
    .toString(32)
    .slice(-7)
    .padStart(7, '0');
}
