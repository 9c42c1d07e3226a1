/** Cumulative readings of all pools: the sum of price * 60 s over all minutes since the origin. */
import type { PoolId } from '../../league/symbol.ts';
import type { SimulatedPool } from './layout.ts';
import type { MinutePrices } from './minute-prices.ts';
import { sumOfMinutes } from './rounding.ts';

/** How many marks' cumulatives are kept for pools that are asked again: 24 hours. */
const snapshotsMax = 288;
/** On the way forward the sums are kept at each 00:00 UTC, so that a look back adds up half a day at most. */
const milestoneNodes = 288;
/** When there are more, every other one is dropped: those of 400 days take some 2 MB. */
const milestonesMax = 400;

export interface Cumulatives {
  /** Of all pools at a node (a mark divided by `markMs`), in their order. Nodes in order, and those near a day that was passed, cost least. */
  at(node: number): readonly bigint[];
  /** Goes on from what was read at a node. A pool that has no value there is added up from the origin: the sum is the same. */
  resume(node: number, known: ReadonlyMap<PoolId, bigint>): void;
}

interface Sums {
  readonly node: number;
  readonly of: readonly bigint[];
}

export function createCumulatives(
  pools: readonly SimulatedPool[],
  prices: MinutePrices,
  originNode: number,
): Cumulatives {
  let latest: Sums = { node: originNode, of: pools.map(() => 0n) };
  const snapshots = new Map<number, readonly bigint[]>();
  /** In order. */
  let milestones: readonly Sums[] = [latest];
  /** What was looked back for last: a reader of the past goes on from there. */
  let lookedBack = latest;

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

  function advance(to: number): Sums {
    snapshots.set(latest.node, latest.of);
    const oldest = snapshots.keys().next();
    if (snapshots.size > snapshotsMax && !oldest.done) snapshots.delete(oldest.value);
    const sums = [...latest.of];
    for (let node = latest.node; node < to;) {
      const next = Math.min(to, (Math.floor(node / milestoneNodes) + 1) * milestoneNodes);
      integrate(node, next, sums);
      node = next;
      if (node % milestoneNodes === 0) milestones = [...thinned(milestones), { node, of: [...sums] }];
    }
    latest = { node: to, of: sums };
    return latest;
  }

  /** From the nearest sums that are known, forward or backward: they are exact, so each way leads to the same digits. */
  function lookBack(node: number): Sums {
    const before = milestones.findLastIndex((one) => one.node <= node);
    const known = [milestones[before], milestones[before + 1], lookedBack].filter((one) => one !== undefined);
    const start = known.reduce((a, b) => (Math.abs(b.node - node) < Math.abs(a.node - node) ? b : a), latest);
    const between = pools.map(() => 0n);
    integrate(Math.min(start.node, node), Math.max(start.node, node), between);
    const sign = start.node < node ? 1n : -1n;
    lookedBack = { node, of: start.of.map((sum, p) => sum + sign * (between[p] ?? 0n)) };
    return lookedBack;
  }

  return {
    at(node) {
      if (node === latest.node) return latest.of;
      return snapshots.get(node) ?? (node > latest.node ? advance(node) : lookBack(node)).of;
    },
    resume(node, known) {
      snapshots.clear();
      const at = pools.map((pool) => known.get(pool.id) ?? 0n);
      if (known.size < pools.length) integrate(originNode, node, at, known);
      latest = { node, of: at };
      milestones = [latest];
      lookedBack = latest;
    },
  };
}

function thinned(milestones: readonly Sums[]): readonly Sums[] {
  return milestones.length < milestonesMax ? milestones : milestones.filter((_, i) => i % 2 === 0);
}
