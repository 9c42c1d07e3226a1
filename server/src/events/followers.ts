/**
 * Who waits for events: told after an acknowledgement or a commit that may have made one, and only then. What there is, is read from the
 * tables; a follower that is told too often reads nothing new.
 */
import type { EngineProgress } from '../engine/progress.ts';

export interface Follower {
  readonly botId: string;
  readonly league: string;
  /** Does an order of it wait for its outcome, as far as it knows? If not, no fill can be news to it. */
  expectsOutcome(): boolean;
  /** There may be events. Must not throw. */
  wake(): void;
}

export interface Followers {
  /** @returns what takes it off again. */
  add(follower: Follower): () => void;
  orderTaken(botId: string): void;
  /** Whose events somebody waits for. */
  bots(): readonly string[];
  committed(progress: EngineProgress): Promise<void>;
}

/** @param lastIncident number of the last entry of the incident log: what the operator does at a mark may concern any bot. */
export function createFollowers(lastIncident: () => Promise<number>): Followers {
  const byBot = new Map<string, Set<Follower>>();
  let incidents: number | undefined;
  /** Of commits that were not told, since the number could not be read. */
  const untold = { closed: false, noted: new Set<string>() };

  return {
    add(follower) {
      const of = byBot.get(follower.botId) ?? new Set();
      byBot.set(follower.botId, of.add(follower));
      return () => {
        of.delete(follower);
        if (of.size === 0 && byBot.get(follower.botId) === of) byBot.delete(follower.botId);
      };
    },
    bots: () => [...byBot.keys()],
    orderTaken(botId) {
      for (const follower of byBot.get(botId) ?? []) follower.wake();
    },
    async committed(progress) {
      if (byBot.size === 0) {
        // Whoever comes now reads everything.
        incidents = undefined;
        untold.closed = false;
        untold.noted.clear();
        return;
      }
      untold.closed ||= progress.closed;
      for (const league of progress.noted) untold.noted.add(league);
      const last = await lastIncident();
      const anyBot = untold.closed || last !== incidents;
      incidents = last;
      for (const of of byBot.values())
        for (const f of of) if (anyBot || untold.noted.has(f.league) || f.expectsOutcome()) f.wake();
      untold.closed = false;
      untold.noted.clear();
    },
  };
}
