/**
 * Cadences: whether a league is set to weekly rounds, the clock and what is promised in; which rounds of the next days are promised out, and which
 * promises are taken back since the setting was changed.
 *
 * A week is daily or weekly as a whole. It is decided an hour before the first round of the week can be committed to, on the Sunday before at 00:00;
 * until then it follows the setting, and from then on what is promised stays. A week of which nothing is promised yet follows the setting always.
 *
 * Example: web_q_a is set to weekly on Wednesday 2026-11-18. Its rounds stay daily up to 2026-W47-7, and then 2026-W48 is its round.
 */
import type { Cadence } from 'papertape-contract/round';
import type { Instant } from '../lib/clock.ts';
import { dayMs, hourMs, weekMs, weekStart } from '../lib/time.ts';
import { committedAheadMs, parseRoundName, roundAt, roundsOfWeek, type Round } from './calendar.ts';

/** A full sheet is worth one percent more than a blank one each day, or seven each week; millionths of the cash. */
export const stakes: Readonly<Record<Cadence, number>> = { daily: 10_000, weekly: 70_000 };

/** A change of the setting has so long to be stored before a mark reads it. */
const changeAheadMs = hourMs;

export interface Ahead {
  readonly league: string;
  /** As it is set now. */
  readonly cadence: Cadence;
  readonly now: Instant;
  /** How many days from today on. */
  readonly days: number;
  /** Names of rounds of the league that are promised. */
  readonly promised: ReadonlySet<string>;
}

export interface Promised {
  /** Those that are to be promised, in order; some are already. */
  readonly rounds: readonly Round[];
  /** Names of rounds that are promised and will not be held. */
  readonly withdrawn: readonly string[];
}

export function roundsAhead({ league, cadence, now, days, promised }: Ahead): Promised {
  const today = Math.floor(now / dayMs) * dayMs;
  const end = today + days * dayMs;
  const rounds: Round[] = [];
  const withdrawn: string[] = [];
  for (let monday = weekStart(today); monday < end; monday += weekMs) {
    const ofWeek = roundsOfWeek(league, monday);
    const stays = ofWeek.filter((round) => promised.has(round.name));
    const isDecided = now + changeAheadMs >= monday - committedAheadMs;
    const held = isDecided && stays.length > 0 ? heldOf(stays) : cadence;
    rounds.push(...ofWeek.filter((r) => r.cadence === held && r.opensAt >= today && r.opensAt < end));
    if (!isDecided) withdrawn.push(...stays.filter((r) => r.cadence !== held).map(({ name }) => name));
  }
  return { rounds, withdrawn };
}

/** What a mark knows of a league when it commits to the rounds that open in a day. */
export interface AtCommitment {
  readonly league: string;
  /** A midnight. */
  readonly mark: Instant;
  /** Names. */
  readonly promised: Iterable<string>;
  /** Of the newest round that was committed to; undefined where none was. */
  readonly lastClosesAt: Instant | undefined;
}

/** At most one: where a week and its Monday are promised, the week; none that opens while another one is open. */
export function roundToCommit({ league, mark, promised, lastClosesAt }: AtCommitment): Round | undefined {
  const rounds = [...promised].flatMap((name) => parseRoundName(league, name) ?? []);
  const due = rounds.filter((r) => r.committedAt === mark && (lastClosesAt ?? 0) <= r.opensAt);
  return due.find((r) => r.cadence === 'weekly') ?? due[0];
}

function heldOf(promised: readonly Round[]): Cadence {
  return promised.some((round) => round.cadence === 'weekly') ? 'weekly' : 'daily';
}

/**
 * The rounds among which the open one and the next one of a league are, whatever its cadence was and is: those of today and the next two days, and
 * those of this week and the next two.
 */
export function roundsNear(league: string, now: Instant): readonly Round[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const near = nearToday.get(league);
  if (near?.today === today) return near.rounds;
  const rounds = [0, 1, 2].flatMap((n) => [
    roundAt(league, today + n * dayMs),
    roundAt(league, today + n * weekMs, 'weekly'),
  ]);
  nearToday.set(league, { today, rounds });
  return rounds;
}

/** Every sheet asks for them, and they are the same for the whole day: names and hashes of six rounds are a twentieth of what a sheet costs. By league. */
const nearToday = new Map<string, { readonly today: Instant; readonly rounds: readonly Round[] }>();

/** The first round of the cadence that can still be committed to, or is open to be. */
export function nextRound(league: string, cadence: Cadence, now: Instant): Round {
  const length = cadence === 'weekly' ? weekMs : dayMs;
  let round = roundAt(league, now, cadence);
  while (round.committedAt <= now) round = roundAt(league, round.opensAt + length, cadence);
  return round;
}
