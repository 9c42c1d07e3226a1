/** Seats: how many bots sit in each tier of each league, and when the next ones lapse. A retired bot holds none. */
import { tierNames } from '../league/tiers.ts';
import { countTiers } from '../flow/ladder/ladder.sql.ts';
import { closeAfter } from '../lib/time.ts';
import type { Instant } from '../lib/clock.ts';
import { lapseOf, seatsCountFrom } from '../flow/ladder/seat.ts';
import { firstWindows, idleSeats } from '../flow/mark/seat.sql.ts';
import { seatsOf, type SettingsByLeague } from '../operator/league-settings.ts';
import type { Db } from '../storage/storage.ts';
import { countByLeague } from './bots.sql.ts';

/** By league, one number per tier from Qualifying up; leagues without bots are absent. */
export async function seatsTaken(db: Db): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  for (const [league, bots] of await countByLeague(db)) taken.set(league, [bots, ...tierNames.slice(1).map(() => 0)]);
  for (const { league, tier, bots } of await countTiers(db)) {
    const tiers = taken.get(league);
    // A bot may have retired between the two statements.
    if (!tiers || tier === 0) continue;
    tiers[tier] = bots;
    tiers[0] = Math.max(0, (tiers[0] ?? 0) - bots);
  }
  return taken;
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
