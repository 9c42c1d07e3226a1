/**
 * Asks every endpoint of a chain again for what was read at a mark, when its block is final. A cumulative at a past second is the same in
 * every later block, so each is asked at its own newest one; a rate is a value of its block, which an endpoint has or has no more.
 *
 * Two requests to each endpoint, three where the chain has rates. Logs are not read: of a pool whose ring buffer no longer reaches back nothing is told.
 */
import { iso, type Instant } from '../../lib/clock.ts';
import type { PoolId } from '../../league/symbol.ts';
import type { BlockRef, ToldAgain } from '../source.ts';
import type { Asked } from './asked.ts';
import type { Endpoint, ReadAt } from './endpoint.ts';
import { rateValue } from './rates.ts';

type Asking = Pick<Endpoint, 'host' | 'head' | 'readAt'>;
type Values = ReadonlyMap<PoolId, bigint>;

export async function readAgain(
  endpoints: readonly Asking[],
  mark: Instant,
  block: BlockRef,
  asked: Asked,
  read: Values,
): Promise<ToldAgain> {
  const settled = await Promise.allSettled(
    endpoints.map(async (e) => ({ host: e.host, values: await twice(e, mark, block, asked, read) })),
  );
  const told = settled.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []));
  return { configured: endpoints.length, told };
}

/** A node whose chain grows while it answers may mix two states: what differs is asked for at a newer block, too. */
async function twice(e: Asking, mark: Instant, block: BlockRef, asked: Asked, read: Values): Promise<Values> {
  const first = await once(e, mark, block, asked);
  const differs = [...first].some(([id, value]) => read.get(id) !== value);
  return differs ? await once(e, mark, block, asked) : first;
}

async function once(e: Asking, mark: Instant, block: BlockRef, { pools, rates }: Asked): Promise<Values> {
  const head = await e.head();
  const ago = head.timestamp - mark / 1000;
  if (ago < 0) throw new Error(`its newest block is older than ${iso(mark)}`);
  const values = new Map<PoolId, bigint>();
  if (pools.length > 0) {
    const seen = await e.readAt(head.hash, pools, [ago, ago], []);
    for (const [i, pool] of pools.entries()) {
      const one = seen.pools[i];
      if (typeof one === 'object') values.set(pool.id, one.tickCumulatives[1]);
    }
  }
  const told = rates.length === 0 ? undefined : await ratesOf(e, block, rates);
  for (const [i, rate] of rates.entries()) {
    const value = told?.rates[i];
    if (typeof value === 'bigint') values.set(rate.id, rateValue(rate, value));
  }
  return values;
}

/** @returns undefined when the endpoint does not have the state of the block any more. */
async function ratesOf(e: Asking, block: BlockRef, rates: Asked['rates']): Promise<ReadAt | undefined> {
  return await e.readAt(block.hash as `0x${string}`, [], [0, 0], rates).catch(() => undefined);
}
