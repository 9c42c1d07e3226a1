/** Cumulative readings of all pools: the sum of price * 60 s over all minutes since the origin. */
import type { PoolId } from '../../league/symbol.ts';
import type { SimulatedPool } from './layout.ts';
import type { MinutePrices } from './minute-prices.ts';
import { sumOfMinutes } from './rounding.ts';

/** How many marks' cumulatives are kept for pools that are asked again: 24 hours. */
const snapshotsMax = 288;

export interface Cumulatives {
  /** Of all pools at a node (a mark divided by `markMs`), in their order. Nodes in order cost least. */
  at(node: number): readonly bigint[];
  /** Goes on from what was read at a node. A pool that has no value there is added up from the origin: the sum is the same. */
  resume(node: number, known: ReadonlyMap<PoolId, bigint>): void;
}

export function createCumulatives(
  pools: readonly SimulatedPool[],
  prices: MinutePrices,
  originNode: number,
): Cumulatives {
  let cursor = originNode;
  let latest: readonly bigint[] = pools.map(() => 0n);
  const snapshots = new Map<number, readonly bigint[]>();

  /** Adds the integral over [from, to) to `into`, of all pools but those in `without`. */
  function integrate(from: number, to: number, into: bigint[], without?: ReadonlyMap<PoolId, unknown>): void {
    for (let node = from; node < to; node++) {
      for (let p = 0; p < pools.length; p++) {
        const pool = pools[p] as SimulatedPool;
        if (without?.has(pool.id)) continue;
        into[p] = (into[p] ?? 0n) + sumOfMinutes(prices.of(pool, node));
      }
    }
  }

  function advance(node: number): readonly bigint[] {
    snapshots.set(cursor, latest);
    const oldest = snapshots.keys().next();
    if (snapshots.size > snapshotsMax && !oldest.done) snapshots.delete(oldest.value);
    const next = [...latest];
    integrate(cursor, node, next);
    latest = next;
    cursor = node;
    return latest;
  }

  return {
    at(node) {
      if (node === cursor) return latest;
      const kept = snapshots.get(node);
      if (kept) return kept;
      if (node > cursor) return advance(node);
      const later = pools.map(() => 0n);
      integrate(node, cursor, later);
      return latest.map((value, p) => value - (later[p] ?? 0n));
    },
    resume(node, known) {
      snapshots.clear();
      const at = pools.map((pool) => known.get(pool.id) ?? 0n);
      if (known.size < pools.length) integrate(originNode, node, at, known);
      latest = at;
      cursor = node;
    },
  };
}
