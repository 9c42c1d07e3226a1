/**
 * Health: readings at marks in, whether each source answers out, and which symbols no pool can price. Pure.
 *
 * A source is a chain, or the one simulated or recorded market. It was healthy at a mark when it gave a reading of one of its pools
 * there, or said of one why it has none: a pool that is thin or off its peg makes symbols unfit, and not its chain. Orders are
 * open while every source that a league needs was healthy lately (flow/order/entry.ts).
 *
 * Example: of two pools on Base one is thin and one gave no answer at 12:00: Base was healthy, and symbols over the thin pool are not
 * tradable.
 */
import type { MarkReadings, NoReadingReason } from '../../sources/source.ts';
import type { Pool, PoolId, Route } from '../../league/symbol.ts';

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
