/**
 * Health: readings at marks in, whether each source answers out, and which symbols no pool can price. Pure.
 *
 * A source is a chain, or the one simulated or recorded market. It was healthy at a mark when it gave a reading of one of its pools
 * there, or said of one why it has none: a pool that is thin or off its peg makes symbols unfit, and not its chain. Orders are
 * open while every source that a league needs was healthy in the 10 minutes up to the mark that is due now.
 *
 * Example: Base answers at 12:00 and no more. At 12:10 orders are open, at 12:15 they are closed, since 12:00. It answers at 12:20: open.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings, NoReadingReason } from '../../sources/source.ts';
import type { Pool, PoolId, Route } from '../../league/symbol.ts';
import { markMs } from '../../lib/time.ts';

/** A league's sources must have been healthy in the last 10 minutes. */
export const healthyWithinMs = 2 * markMs;

/** A chain's id; 0 where prices come from no chain. */
export type SourceId = number;

/** What a guard says of a pool: the source answered, and the pool's symbols are not tradable while it holds. */
export const guardReasons = ['thin', 'peg', 'jump', 'rate', 'old_observation'] as const satisfies NoReadingReason[];

type GuardReason = (typeof guardReasons)[number];

export function isGuardReason(reason: NoReadingReason): reason is GuardReason {
  return (guardReasons as readonly NoReadingReason[]).includes(reason);
}

export function sourceOf(pool: Pool | undefined): SourceId {
  return pool?.chain ?? 0;
}

/** The sources that were healthy at a mark. */
export function healthySources(readings: MarkReadings, pools: ReadonlyMap<PoolId, Pool>): Set<SourceId> {
  const healthy = new Set<SourceId>();
  for (const [id, r] of readings) {
    if (r.ok || r.reason === 'not_listed' || isGuardReason(r.reason)) healthy.add(sourceOf(pools.get(id)));
  }
  return healthy;
}

/** The first pool of a route that a guard holds back, and why. */
export function guardOf(
  route: Route,
  readings: MarkReadings,
): { readonly pool: PoolId; readonly reason: GuardReason } | undefined {
  for (const { pool } of [...route.primary, ...route.second]) {
    const r = readings.get(pool);
    if (r && !r.ok && isGuardReason(r.reason)) return { pool, reason: r.reason };
  }
  return undefined;
}

/**
 * Was a source healthy lately?
 * @param healthyAt the last mark at which it was; where it never was, the mark before the data began.
 * @param lastMark the last mark that is done. @param due the last one that should be.
 * @param lateMs how late marks may be without that counting: on a fast clock 10 minutes are a moment. Infinity = as late as they like.
 */
export function isHealthy(healthyAt: Instant, lastMark: Instant, due: Instant, lateMs: number): boolean {
  return Math.max(lastMark, due - lateMs) - healthyAt <= healthyWithinMs;
}
