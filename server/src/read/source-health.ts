/** When each source was healthy last. Kept from one commit to the next: what was healthy once is not looked for again. */
import { healthLookedBackMs } from '../flow/order/entry.ts';
import { healthySources, sourceOf, type SourceId } from '../flow/price/health.ts';
import { firstReadingsBetween } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Universe } from '../league/universe.ts';
import type { Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import type { MarkReadings } from '../sources/source.ts';
import type { Db } from '../storage/storage.ts';

/** Marks that are read in one statement. */
const marksLookedBack = 12;

/** @returns the last mark up to `lastMark` at which each source was healthy; absent when it was at none of 24 hours. */
export type SourceHealth = (lastMark: Instant, at: MarkReadings) => Promise<ReadonlyMap<SourceId, Instant>>;

export function createSourceHealth(db: Db, { pools }: Pick<Universe, 'pools'>): SourceHealth {
  const healthyAt = new Map<SourceId, Instant>();
  let lookedBackTo = 0;
  const sources = new Set([...pools.values()].map(sourceOf));

  /** Looks back from the last mark to where it has looked before, or for 24 hours, until every source was healthy. */
  return async (lastMark, at) => {
    const missing = new Set(sources);
    const note = (readings: MarkReadings, mark: Instant): void => {
      for (const s of healthySources(readings, pools))
        if (missing.delete(s)) healthyAt.set(s, Math.max(mark, healthyAt.get(s) ?? 0));
    };
    note(at, lastMark);
    const least = Math.max(lastMark - healthLookedBackMs, lookedBackTo + markMs);
    for (let to = lastMark - markMs; missing.size > 0 && to >= least; to -= marksLookedBack * markMs) {
      const from = Math.max(least, to - (marksLookedBack - 1) * markMs);
      const rows = await firstReadingsBetween(db, from, to);
      for (const row of rows.toReversed()) note(decodeReadings(row.readings, pools), row.mark);
    }
    lookedBackTo = Math.max(lookedBackTo, lastMark);
    return new Map(healthyAt);
  };
}
