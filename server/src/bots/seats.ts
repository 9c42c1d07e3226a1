/** Seats: how many bots sit in each tier of each league, and when the next ones lapse. A retired bot holds none. */
import { countMayBeTakenBack, countTiers } from '../flow/ladder/ladder.sql.ts';
import { seatsHeld, type SeatedBots, type TierSeats } from '../flow/ladder/seats-held.ts';
import { seatedNow } from '../flow/mark/presence.sql.ts';
import { closeAfter, markAtOrBefore } from '../lib/time.ts';
import { dueCapacity, setCapacityOf } from '../operator/capacity.sql.ts';
import type { Instant } from '../lib/clock.ts';
import { lapseOf, seatsCountFrom } from '../flow/ladder/seat.ts';
import { firstWindows, idleSeats } from '../flow/mark/seat.sql.ts';
import { seatsOf, type SettingsByLeague } from '../operator/league-settings.ts';
import type { Db } from '../storage/storage.ts';
import { countByLeague } from './bots.sql.ts';

/** By league, one entry per tier from Qualifying up; leagues without bots are absent. */
export async function seatsByLeague(db: Db): Promise<Map<string, TierSeats[]>> {
  const seated = new Map<string, SeatedBots[]>();
  const add = (league: string, tier: number, back: number, bots: number): void =>
    void seated.get(league)?.push({ tier, back, bots });
  for (const [league, bots] of await countByLeague(db)) seated.set(league, [{ tier: 0, back: 0, bots }]);
  for (const { league, tier, bots } of await countTiers(db)) {
    add(league, tier, tier, bots);
    add(league, 0, 0, -bots);
  }
  for (const { league, from, to, bots } of await countMayBeTakenBack(db)) {
    add(league, to, from, bots);
    add(league, to, to, -bots);
  }
  // A bot may have retired between two of the statements.
  const known = ({ taken, held }: TierSeats): TierSeats => ({ taken: Math.max(0, taken), held: Math.max(0, held) });
  return new Map([...seated].map(([league, of]) => [league, seatsHeld(of).map(known)]));
}

export interface SeatAsked {
  readonly league: string;
  readonly now: Instant;
  /** The last mark that is done, or an earlier one; before the first the instant at which the data was made. */
  readonly lastMark: Instant;
  /** Seats of each tier, where the operator set none. */
  readonly standard: number;
  /** A bot that gives its seat up for the new one. */
  readonly predecessor: string | undefined;
}

/** Is a seat of Qualifying free for a newcomer? It is asked again when a mark falls between the question and the registration. */
export async function isSeatFree(db: Db, asked: SeatAsked): Promise<boolean> {
  const { league, now, lastMark, standard, predecessor } = asked;
  const dueMark = markAtOrBefore(now);
  const due = lastMark < dueMark ? await dueCapacity(db, league, dueMark) : undefined;
  const capacity = (await setCapacityOf(db, league)) ?? standard;
  // Whoever leaves after a close that is not done yet may still move at it, and the one who comes down for it needs a seat, too.
  const nextClose = closeAfter(lastMark);
  const without = now < nextClose ? predecessor : undefined;
  const { held } = seatsHeld(await seatedNow(db, league, { nextClose, without }))[0] ?? { held: 0 };
  return held < Math.min(capacity, due ?? capacity);
}

/** Seats of a league that lapse at one close, unless a scored order of their bots fills before it. */
export interface NextLapse {
  readonly at: Instant;
  readonly seats: number;
}

/** The next of each league; leagues of which no seat lapses are absent. */
export async function nextLapses(db: Db, settings: SettingsByLeague, now: Instant): Promise<Map<string, NextLapse>> {
  const begun = await firstWindows(db);
  const next = new Map<string, NextLapse>();
  for (const { league, day, seats } of await idleSeats(db)) {
    const from = seatsCountFrom(seatsOf(settings.get(league), begun.get(league)));
    if (from === undefined) continue;
    // Who has an order under way is looked at again at every close.
    const at = Math.max(lapseOf(day, from), closeAfter(now));
    const first = next.get(league);
    if (first === undefined || at < first.at) next.set(league, { at, seats });
    else if (at === first.at) next.set(league, { at, seats: first.seats + seats });
  }
  return next;
}
