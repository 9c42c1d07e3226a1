/** How far the engine is, and what else is kept as one value. One function per statement. */
import { decodeMarket, type MarketVersion } from '../flow/price/market.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { findRow } from '../storage/find.ts';
import type { Db, Storage, Trx } from '../storage/storage.ts';

export async function readMeta(db: Db | Trx, key: string): Promise<string | undefined> {
  return (await findRow(db, 'ledger.meta', { key }))?.value;
}

export async function writeMeta(db: Db | Trx, key: string, value: string): Promise<void> {
  await db
    .insertInto('ledger.meta')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** The versions of the market, oldest first; none on fresh data. */
export async function marketVersions(db: Db | Trx): Promise<readonly MarketVersion[]> {
  const market = await readMeta(db, 'market');
  return market === undefined ? [] : decodeMarket(market);
}

/** Instants by symbol. */
export async function readInstants(db: Db | Trx, key: 'agreed' | 'read'): Promise<Map<SymbolId, Instant>> {
  return new Map(Object.entries(JSON.parse((await readMeta(db, key)) ?? '{}') as Record<SymbolId, Instant>));
}

/** The last mark that is done; undefined on fresh data. */
export async function lastMarkDone(db: Db | Trx): Promise<Instant | undefined> {
  const progress = await readMeta(db, 'progress');
  return progress === undefined ? undefined : Number(progress);
}

/** The same, and takes the engine's turn: on PostgreSQL the row is locked until the transaction ends; the embedded engine has one writer anyway. */
export async function claimProgress(trx: Trx, engine: Storage['engine']): Promise<Instant | undefined> {
  let query = trx.selectFrom('ledger.meta').select('value').where('key', '=', 'progress');
  if (engine === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row ? Number(row.value) : undefined;
}

export async function writeProgress(trx: Trx, mark: Instant): Promise<void> {
  await writeMeta(trx, 'progress', String(mark));
}

/** The last day whose readings stand in the file of their day alone; undefined when all stand here. */
export async function lastDayMoved(db: Db | Trx): Promise<Instant | undefined> {
  const day = await readMeta(db, 'readings_moved');
  return day === undefined ? undefined : Number(day);
}

export async function writeLastDayMoved(trx: Trx, day: Instant): Promise<void> {
  await writeMeta(trx, 'readings_moved', String(day));
}
