/**
 * What is known of rounds, in memory: facts are appended by marks alone, so what was read holds until a mark is done. A round's entrants are among them, and
 * reading those for each request would be most of its cost.
 */
import { createLeast } from '../lib/least-recent.ts';
import type { Db } from '../storage/storage.ts';
import { readFacts, type RoundFacts } from './facts.ts';
import { factsOfRounds } from './rounds.sql.ts';

export interface KnownFacts {
  /** Facts by the id of the round, of each that is asked for. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, RoundFacts>>;
  /** Marks were done. */
  changed(): void;
}

/** Questions that are kept: of each league its rounds about now, and those that are named. */
const keptMax = 100;

export function createKnownFacts(db: Db): KnownFacts {
  const empty = () => createLeast<ReturnType<typeof read>>(keptMax);
  let kept = empty();
  return {
    async of(ids) {
      const [asked, key] = [kept, ids.join(' ')];
      const facts = asked.get(key, () => read(db, ids));
      try {
        return await facts;
      } catch (e) {
        // The next one asks the database again.
        if (asked.peek(key) === facts) asked.forget(key);
        throw e;
      }
    },
    // What is being read may be from before: it answers those who wait for it, and nobody after them.
    changed: () => void (kept = empty()),
  };
}

async function read(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, RoundFacts>> {
  const noted = Map.groupBy(await factsOfRounds(db, ids), (f) => f.id);
  return new Map(ids.map((id) => [id, readFacts(noted.get(id) ?? [])]));
}
