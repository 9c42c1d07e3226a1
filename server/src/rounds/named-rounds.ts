/** The round of each task league that is open, and the next one that it has committed to, by their names. */
import type { Cadence } from 'papertape-contract/round';
import { leaguesWithRounds } from '../league/catalogue/rounds.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { roundsNear } from './cadence.ts';
import { factNamesOf } from './listing.sql.ts';
import { stateOf } from './states.ts';

export interface NamedRounds {
  readonly cadence: Cadence;
  readonly current: string | null;
  readonly next: string | null;
}

/** @param weekly leagues whose rounds are set to be weekly. @returns by league; null for one that trades. */
export async function namedRounds(
  db: Db,
  now: Instant,
  weekly: ReadonlySet<string>,
): Promise<(league: string) => NamedRounds | null> {
  const near = new Map([...leaguesWithRounds].map((league) => [league, roundsNear(league, now)]));
  const facts = await factNamesOf(
    db,
    [...near.values()].flat().map(({ id }) => id),
  );
  return (league) => {
    const rounds = near.get(league);
    if (!rounds) return null;
    const nameIn = (state: string): string | null =>
      rounds.find((round) => stateOf(round, facts.get(round.id) ?? new Set(), now) === state)?.name ?? null;
    const cadence = weekly.has(league) ? 'weekly' : 'daily';
    return { cadence, current: nameIn('open'), next: nameIn('committed') };
  };
}
