/** Orders and receipts per mark, roots, readings. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { readingRow, type StoredReading } from '../flow/price/price.sql.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import type { MarkRoot } from '../flow/order/merkle.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** Orders of one window: how many in each league, leagues in order. */
export type WindowOrders = ReadonlyMap<string, number>;

/** Orders per window start in [from, to]; windows without orders are absent. */
export async function countOrders(db: Db | Trx, from: Instant, to: Instant): Promise<Map<Instant, WindowOrders>> {
  const rows = await db
    .selectFrom('intake.orders')
    .select((e) => ['window_start', 'league', e.fn.countAll<bigint>().as('n')])
    .where('window_start', '>=', BigInt(from))
    .where('window_start', '<=', BigInt(to))
    .groupBy(['window_start', 'league'])
    .orderBy('window_start')
    .orderBy('league')
    .execute();
  const windows = new Map<Instant, Map<string, number>>();
  for (const r of rows) {
    const start = Number(r.window_start);
    const leagues = windows.get(start) ?? new Map<string, number>();
    windows.set(start, leagues.set(r.league, Number(r.n)));
  }
  return windows;
}

/** Receipts of the orders whose window starts at the mark, in the order of the tree's leaves. */
export async function receiptsAt(db: Db | Trx, mark: Instant): Promise<{ orderId: string; receipt: string }[]> {
  const rows = await db
    .selectFrom('intake.orders')
    .select(['order_id', 'receipt'])
    .where('window_start', '=', BigInt(mark))
    .orderBy('agent_id')
    .orderBy('sequence')
    .execute();
  return rows.map((r) => ({ orderId: r.order_id, receipt: r.receipt }));
}

export async function rootAt(db: Db | Trx, mark: Instant): Promise<MarkRoot | undefined> {
  const r = await db.selectFrom('ledger.mark_roots').selectAll().where('mark', '=', BigInt(mark)).executeTakeFirst();
  return r && storedRoot(r);
}

/** From what is stored of a mark's root, and back. */
export const { toValue: storedRoot, toRow: rootRow } = mapping('ledger.mark_roots');

export async function insertRoots(trx: Trx, insertMany: BulkInsert, roots: readonly MarkRoot[]): Promise<void> {
  await insertMany(trx, 'ledger.mark_roots', roots.map(rootRow));
}

export async function insertReadings(trx: Trx, insertMany: BulkInsert, rows: readonly StoredReading[]): Promise<void> {
  await insertMany(trx, 'ledger.mark_readings', rows.map(readingRow));
}

/** The newest instants that the data has seen: a clock must not start before them. */
export async function latestInstant(db: Db): Promise<Instant | undefined> {
  const { rows } = await sql<{ t: bigint | null }>`
    select max(t) as t from (
      select max(received_at) as t from intake.orders
      union all select max(registered_at) as t from intake.bots
    ) as seen`.execute(db);
  const t = rows[0]?.t;
  return t === null || t === undefined ? undefined : Number(t);
}
