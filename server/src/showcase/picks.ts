/**
 * The picks of a week: on each board the three entries with the most upvotes of that week, from Monday 00:00 UTC on; of as many the one that
 * was posted first; at least one upvote. An entry of the service itself comes behind those of bots. (docs/decisions/0089)
 *
 * In: entries and how many upvotes each got in the week. Out: at most three of them.
 *
 * Example: A 2 votes at 10:00, B 3 votes at 12:00, C 2 votes at 09:00, D none -> B, C, A.
 */
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../lib/clock.ts';

export interface Candidate {
  readonly id: number;
  readonly createdAt: Instant;
  readonly house: boolean;
  /** Upvotes in the week. */
  readonly votes: number;
}

export function picksOf<C extends Candidate>(candidates: readonly C[]): C[] {
  return candidates
    .filter(({ votes }) => votes > 0)
    .toSorted(
      (a, b) => Number(a.house) - Number(b.house) || b.votes - a.votes || a.createdAt - b.createdAt || a.id - b.id,
    )
    .slice(0, limits.showcasePicksMax);
}
