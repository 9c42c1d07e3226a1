/**
 * Prices that were used, made again from what the chain says now, when the block in which a mark was read is gone, or something else was
 * read in it than most endpoints say: how far off each was, and how many orders rest on it.
 */
import type { Instant } from '../lib/clock.ts';
import type { MarkReadings, PoolReading, PriceSource } from '../sources/source.ts';
import type { PoolId, SymbolId } from '../league/symbol.ts';
import type { Db } from '../storage/storage.ts';
import { addReadings } from '../flow/price/attempts.ts';
import { isGuardReason } from '../flow/price/health.ts';
import { marketOfWindow, poolsAt, type MarketVersion } from '../flow/price/market.ts';
import { priceVector } from '../flow/price/price.ts';
import { readingsKnownBy, type StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Universe } from '../league/universe.ts';
import { decodeVector } from '../flow/price/vector-text.ts';
import { windowMs } from '../lib/time.ts';
import { countOrders } from './engine.sql.ts';
import { marketVersions } from './progress.sql.ts';
import { comparePrices } from './finality.ts';
import type { UsedPrice } from './found-out.ts';
import { isWaitedFor, vectorsOf } from './finality.sql.ts';

export interface PricedAgainDeps {
  readonly db: Db;
  readonly source: Pick<PriceSource, 'read'>;
  readonly universe: Pick<Universe, 'pools'>;
}

export interface Used extends UsedPrice {
  /** The mark at which it was used. */
  readonly pricedAt: Instant;
}

/** Does an order still wait for a price that this mark is an end of? Then it may yet be used. */
export async function isStillUsed(db: Db, mark: Instant): Promise<boolean> {
  return await isWaitedFor(db, [mark - windowMs, mark]);
}

/**
 * What was read of the chain in this row, read again in the block that is there now.
 * @returns undefined when it cannot be told yet.
 */
export async function readInPlace(
  { db, source, universe }: PricedAgainDeps,
  { mark, readAt, readings }: StoredReading,
  chain: number,
): Promise<MarkReadings | undefined> {
  const then = decodeReadings(readings, poolsAt(await marketVersions(db), readAt));
  // What the source no longer has cannot be read again, and what a contract's rate was at a past second neither.
  const isCumulative = (id: PoolId): boolean => (universe.pools.get(id)?.average ?? 'point') !== 'point';
  const pools = [...then].filter(([id, r]) => r.ok && r.block?.chain === chain && isCumulative(id)).map(([id]) => id);
  const again = await source.read(mark, pools);
  const known = new Map<PoolId, PoolReading>();
  for (const id of pools) {
    const r = again.get(id);
    if (!r || (!r.ok && !isGuardReason(r.reason) && r.reason !== 'not_listed')) return undefined;
    known.set(id, r);
  }
  return known;
}

/** Every price that was used and rests on readings of the mark, made again with these in place of the ones that were taken. */
export async function pricedAgain(db: Db, mark: Instant, again: MarkReadings): Promise<Used[]> {
  const versions = await marketVersions(db);
  const used: Used[] = [];
  for (const windowEnd of [mark, mark + windowMs]) {
    const version = marketOfWindow(versions, windowEnd - windowMs);
    if (!version) continue;
    for (const { atMark, prices } of await vectorsOf(db, windowEnd)) {
      const canonical = await pricesNow({ db, versions, version }, windowEnd, atMark, mark, again);
      for (const difference of comparePrices(decodeVector(prices), canonical, canonical.keys())) {
        const orders = difference.isIncident ? await ordersOf(db, version, windowEnd, difference.symbol) : 0;
        used.push({ windowEnd, pricedAt: atMark, difference, orders });
      }
    }
  }
  return used;
}

/** The symbols that rest on the pools, priced as they were, with the mark's readings of these pools as they are now. */
async function pricesNow(
  {
    db,
    versions,
    version: { routes, pools },
  }: { readonly db: Db; readonly versions: readonly MarketVersion[]; readonly version: MarketVersion },
  windowEnd: Instant,
  asOf: Instant,
  mark: Instant,
  again: MarkReadings,
) {
  const start = windowEnd - windowMs;
  const known = new Map<Instant, Map<PoolId, PoolReading>>();
  for (const at of [start, windowEnd]) {
    const merged = new Map<PoolId, PoolReading>();
    for (const row of await readingsKnownBy(db, at, at, asOf))
      addReadings(merged, decodeReadings(row.readings, poolsAt(versions, row.readAt)));
    if (at === mark) for (const [id, reading] of again) merged.set(id, reading);
    known.set(at, merged);
  }
  const touched = [...routes.values()].filter((r) => [...r.primary, ...r.second].some((leg) => again.has(leg.pool)));
  const none: MarkReadings = new Map();
  return priceVector(touched, pools, known.get(start) ?? none, known.get(windowEnd) ?? none, start, windowEnd);
}

async function ordersOf(db: Db, { leagues }: MarketVersion, windowEnd: Instant, symbol: SymbolId): Promise<number> {
  const start = windowEnd - windowMs;
  let orders = 0;
  for (const [league, count] of (await countOrders(db, start, start)).get(start) ?? [])
    if (leagues.get(league)?.symbols.includes(symbol)) orders += count;
  return orders;
}
