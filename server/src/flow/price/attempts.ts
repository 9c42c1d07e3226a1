/**
 * Attempts: the answers that a pool gave for one mark in, the reading that counts out.
 *
 * A pool that gave none at the mark itself is asked again while an order waits for it; a pool that answered once is not asked
 * again. So the last answer with a reading counts, and without one the last reason why there is none (decision 9). What came
 * after the mark at which something was decided was not known then, and is left out by the caller.
 *
 * Example: attempt 0 at 12:05 "no answer", attempt 1 at 12:20 C = 5 -> attempt 1 counts for whatever is decided from 12:20 on.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings, PoolReading } from '../../sources/source.ts';
import type { PoolId } from '../../league/symbol.ts';

export interface Attempt {
  readonly attempt: number;
  /** The mark at which the answer was had. */
  readonly readAt: Instant;
  readonly reading: PoolReading;
}

/** Of two answers of a pool for one mark: does the later one count? */
function countsInstead(later: PoolReading, earlier: PoolReading | undefined): boolean {
  return later.ok || !earlier?.ok;
}

/** @param attempts in order. */
export function usedAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  let used: Attempt | undefined;
  for (const a of attempts) if (countsInstead(a.reading, used?.reading)) used = a;
  return used;
}

/** The readings that count, pool by pool. */
export function usedReadings(attempts: ReadonlyMap<PoolId, readonly Attempt[]>): MarkReadings {
  const used = new Map<PoolId, PoolReading>();
  for (const [pool, list] of attempts) {
    const found = usedAttempt(list);
    if (found) used.set(pool, found.reading);
  }
  return used;
}

/** The same, one attempt after the other. @param known what counts so far; changed. */
export function addReadings(known: Map<PoolId, PoolReading>, later: MarkReadings): void {
  for (const [pool, r] of later) if (countsInstead(r, known.get(pool))) known.set(pool, r);
}
