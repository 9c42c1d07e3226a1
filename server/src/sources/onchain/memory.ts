/**
 * Keeps what the guards compare with: the mean of every pool before the last closes, and the last good rate of every yield token. Only
 * good readings are kept. When the service starts, it makes the memory again from the stored readings.
 */
import type { Instant } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';
import type { MarkReadings } from '../source.ts';
import type { PoolId } from '../../league/symbol.ts';
import { guardSeconds } from './guards.ts';
import { rememberRate, type RateMemory } from './rates.ts';

/** Closes that are remembered: a pool that had no reading at the newest ones is compared with an older one. */
const closesKept = 8;

export interface GuardMemory {
  /** Mean tick of a pool before the newest close that lies before the mark and at which it had a reading. */
  closeTick(pool: PoolId, mark: Instant): number | undefined;
  noteMean(pool: PoolId, mark: Instant, meanTick: number): void;
  rate(id: PoolId): RateMemory | undefined;
  noteRate(id: PoolId, value: bigint, at: Instant): void;
  /** @param stored readings of earlier marks. @param rates ids that are rates and not pools. */
  resume(stored: ReadonlyMap<Instant, MarkReadings>, rates: ReadonlySet<PoolId>): void;
}

export function createGuardMemory(): GuardMemory {
  const closes = new Map<Instant, Map<PoolId, number>>();
  const rates = new Map<PoolId, RateMemory>();

  function noteMean(pool: PoolId, mark: Instant, meanTick: number): void {
    if (mark % dayMs !== 0) return;
    const means = closes.get(mark) ?? new Map<PoolId, number>();
    closes.set(mark, means.set(pool, meanTick));
    const outdated = [...closes.keys()].toSorted((a, b) => b - a).slice(closesKept);
    for (const close of outdated) closes.delete(close);
  }

  function noteRate(id: PoolId, value: bigint, at: Instant): void {
    rates.set(id, rememberRate(rates.get(id), value, at));
  }

  return {
    closeTick(pool, mark) {
      const before = [...closes.keys()].filter((c) => c < mark && closes.get(c)?.has(pool));
      return before.length === 0 ? undefined : closes.get(Math.max(...before))?.get(pool);
    },
    noteMean,
    rate: (id) => rates.get(id),
    noteRate,
    resume(stored, rateIds) {
      for (const [mark, readings] of [...stored].toSorted(([a], [b]) => a - b)) {
        const before = stored.get(mark - guardSeconds * 1000);
        for (const [id, r] of readings) {
          if (!r.ok) continue;
          const was = before?.get(id);
          if (rateIds.has(id)) noteRate(id, r.cumulative, r.block?.at ?? mark);
          else if (was?.ok) noteMean(id, mark, Number(r.cumulative - was.cumulative) / guardSeconds);
        }
      }
    },
  };
}
