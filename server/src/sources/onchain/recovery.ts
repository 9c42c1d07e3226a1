/**
 * Pools whose ring buffer does not reach back, asked for their logs: of which endpoints, how often, and for how long. How the logs are
 * read is in recover.ts, what they mean in swap-logs.ts.
 */
import { realNow } from '../../lib/real-clock.ts';
import type { Log } from '../../lib/log.ts';
import type { PoolId } from '../../league/symbol.ts';
import type { BookChain } from './book-form.ts';
import type { OnchainPool } from './book.ts';
import type { Endpoint } from './endpoint.ts';
import type { Header } from './heads.ts';
import type { Observation } from './guards.ts';
import type { PoolLogs } from './recover.ts';

/** Real milliseconds. */
export interface RecoverTimes {
  /** How long the logs of pools may take at one mark. */
  readonly recoverMsMax: number;
  /** A pool whose logs were not to be had is left alone for this long; logs that nobody asked for in that time are forgotten. */
  readonly recoverRestMs: number;
}

/** `reorg` = the block was replaced meanwhile. A pool that is missing in the answer could not be recomputed. */
type Recovery = (
  pools: readonly OnchainPool[],
  head: Header,
  /** Start and end of the guards' half hour, seconds since 1970. */
  seconds: readonly [number, number],
  /** Endpoints that know the block. */
  from: readonly Endpoint[],
) => Promise<ReadonlyMap<PoolId, Observation> | 'reorg'>;

/** Observations of pools that their oracle no longer has. */
export function createRecovery(chain: BookChain, log: Log, { recoverMsMax, recoverRestMs }: RecoverTimes): Recovery {
  const kept = new Map<Endpoint, Map<PoolId, { readonly logs: PoolLogs; readonly at: number }>>();
  const restUntil = new Map<PoolId, number>();

  function forget(): void {
    for (const [id, at] of restUntil) if (at <= realNow()) restUntil.delete(id);
    for (const pools of kept.values())
      for (const [id, { at }] of pools) if (at + recoverRestMs <= realNow()) pools.delete(id);
  }

  /** From two endpoints where there are two; they must say the same. */
  async function one(
    pool: OnchainPool,
    head: Header,
    seconds: readonly [number, number],
    from: readonly Endpoint[],
    until: number,
  ): Promise<Observation | undefined> {
    const answers: Observation[] = [];
    for (const endpoint of from) {
      const known = kept.get(endpoint) ?? new Map<PoolId, { readonly logs: PoolLogs; readonly at: number }>();
      kept.set(endpoint, known);
      const answer = await endpoint.recover(pool, head, seconds, known.get(pool.id)?.logs, until);
      const fields = { chain: chain.name, host: endpoint.host, pool: pool.label };
      if (!answer.ok) {
        log.warn('a pool could not be recomputed from its logs', { ...fields, why: answer.why });
        continue;
      }
      known.set(pool.id, { logs: answer.logs, at: realNow() });
      const [a, b] = answer.accumulators;
      if (!a || !b) continue;
      answers.push({
        tickCumulatives: [a.tickCumulative, b.tickCumulative],
        secondsPerLiquidityX128: [a.secondsPerLiquidityX128, b.secondsPerLiquidityX128],
      });
      if (answers.length === 2) break;
    }
    const [first, second] = answers;
    if (first && second && first.tickCumulatives.some((c, i) => c !== second.tickCumulatives[i])) {
      log.warn('endpoints give different logs of a pool', { chain: chain.name, pool: pool.label });
      return undefined;
    }
    return first;
  }

  return async (pools, head, seconds, from) => {
    forget();
    const until = realNow() + recoverMsMax;
    const found = new Map<PoolId, Observation>();
    for (const pool of pools) {
      if (restUntil.has(pool.id)) continue;
      const observation = await one(pool, head, seconds, from, until);
      if (observation) found.set(pool.id, observation);
      else restUntil.set(pool.id, realNow() + recoverRestMs);
    }
    // Logs are asked for by height: the block that they end at must still be the one that was read.
    if (found.size === 0) return found;
    const again = await Promise.allSettled(from.map((e) => e.headerAt(head.number)));
    const same = again.some((h) => h.status === 'fulfilled' && h.value.hash === head.hash);
    const other = again.some((h) => h.status === 'fulfilled' && h.value.hash !== head.hash);
    return same && !other ? found : 'reorg';
  };
}
