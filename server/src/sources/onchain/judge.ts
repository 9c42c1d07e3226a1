/** Applies the guards that compare a reading with readings of earlier marks and of other pools. */
import type { Instant } from '../../lib/clock.ts';
import { priceScale } from '../../lib/decimal.ts';
import { type Log } from '../../lib/log.ts';
import type { MarkReadings, PoolReading } from '../source.ts';
import type { PoolId, Route, SymbolId } from '../../league/symbol.ts';
import type { OnchainPool, OnchainRate } from './book.ts';
import { guarded, type Observed } from './guards.ts';
import type { GuardMemory } from './memory.ts';
import { confirmers, isConfirmed, isJump, type LegMean } from './jump.ts';
import { rateReading, type SeenRate } from './rates.ts';

/** What was read of a mark, before any guard. */
export interface Seen {
  readonly pools: ReadonlyMap<PoolId, Observed>;
  readonly rates: ReadonlyMap<PoolId, SeenRate>;
}

export interface JudgeDeps {
  readonly pools: ReadonlyMap<PoolId, OnchainPool>;
  readonly rates: ReadonlyMap<PoolId, OnchainRate>;
  readonly pegs: readonly OnchainPool[];
  readonly routes: ReadonlyMap<SymbolId, Route>;
  readonly memory: GuardMemory;
  readonly log: Log;
  /** Reads further pools at a mark that was read before, without a second try. */
  readonly readMore: (mark: Instant, ids: readonly PoolId[]) => Promise<Seen>;
}

/** @returns what is published of what was seen at a mark. What passed every guard is compared with at later marks. */
export function createJudge({ pools, rates, pegs, routes, memory, log, readMore }: JudgeDeps) {
  /** Readings past every guard but the one against jumps. */
  function firstReadings(mark: Instant, ids: Iterable<PoolId>, seen: Seen): Map<PoolId, PoolReading> {
    const known = [...ids];
    const readings = guarded(
      known.map((id) => pools.get(id)).filter((p) => p !== undefined),
      seen.pools,
      pegs,
    );
    for (const id of known) {
      if (rates.has(id)) readings.set(id, rateReading(seen.rates.get(id), memory.rate(id), mark));
    }
    return readings;
  }

  /** Pools that moved far since the last close. A pool of two dollar coins has a narrower guard of its own. */
  function jumps(mark: Instant, readings: MarkReadings, seen: Seen): OnchainPool[] {
    return [...readings.keys()].flatMap((id) => {
      const [pool, mean, reference] = [pools.get(id), seen.pools.get(id), memory.closeTick(id, mark)];
      if (!pool || !mean?.ok || !readings.get(id)?.ok || reference === undefined || pegs.includes(pool)) return [];
      return isJump(reference, mean.meanTick, pool.quote === pool.token1) ? [pool] : [];
    });
  }

  /** Takes out the pools whose jumps nothing confirms. What confirms one and was not asked for is read now, to judge by. */
  async function judgeJumps(mark: Instant, readings: Map<PoolId, PoolReading>, seen: Seen): Promise<void> {
    const far = jumps(mark, readings, seen);
    if (far.length === 0) return;
    const needed = new Set(far.flatMap((p) => [...confirmers(p.id, routes.values())]));
    const lacking = [...needed].filter((id) => !readings.has(id));
    const more = lacking.length === 0 ? undefined : await readMore(mark, lacking);
    const means = new Map<PoolId, LegMean>(legMeans(readings, seen));
    if (more) for (const [id, mean] of legMeans(firstReadings(mark, lacking, more), more)) means.set(id, mean);
    for (const pool of far) {
      if (isConfirmed(pool.id, routes.values(), means)) continue;
      log.warn('a pool jumped, and no other one with it', { pool: pool.label, mark });
      readings.set(pool.id, { ok: false, reason: 'jump' });
    }
  }

  function legMeans(readings: MarkReadings, seen: Seen): [PoolId, LegMean][] {
    return [...readings].flatMap(([id, r]): [PoolId, LegMean][] => {
      const mean = seen.pools.get(id);
      if (!r.ok) return [];
      if (mean?.ok) return [[id, { tick: mean.meanTick, decimalShift: pools.get(id)?.decimalShift ?? 0 }]];
      return rates.has(id) ? [[id, { value: Number(r.cumulative) / 10 ** priceScale }]] : [];
    });
  }

  /** Only what passed every guard is compared with later. */
  function remember(mark: Instant, readings: MarkReadings, seen: Seen): void {
    for (const [id, r] of readings) {
      const mean = seen.pools.get(id);
      if (!r.ok) continue;
      if (rates.has(id)) memory.noteRate(id, r.cumulative, r.block?.at ?? mark);
      else if (mean?.ok) memory.noteMean(id, mark, mean.meanTick);
    }
  }

  return async (mark: Instant, ids: readonly PoolId[], seen: Seen): Promise<MarkReadings> => {
    const readings = firstReadings(mark, ids, seen);
    await judgeJumps(mark, readings, seen);
    remember(mark, readings, seen);
    return readings;
  };
}
