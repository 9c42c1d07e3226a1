/** Seats: how many bots sit in each tier of each league. A retired bot holds none. */
import { tierNames } from '../league/tiers.ts';
import { countTiers } from '../flow/ladder/ladder.sql.ts';
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
