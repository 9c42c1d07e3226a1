/** Orders per mark, readings. One function per statement. */
import { sql, type QueryResult } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { readingRow, type StoredReading } from '../flow/price/price.sql.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import { closedThroughKey } from '../storage/gate-names.ts';
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

export async function insertReadings(trx: Trx, insertMany: BulkInsert, rows: readonly StoredReading[]): Promise<void> {
  await insertMany(trx, 'ledger.mark_readings', rows.map(readingRow));
}

/** A later order is never of an earlier window, so that the index of windows leads to the newest stamps. */
const latestOrder = sql<{ t: bigint | null }>`
  select max(received_at) as t from intake.orders where window_start = (select max(window_start) from intake.orders)`;

/** When the last order arrived; undefined before the first one. */
export async function latestOrderAt(db: Db | Trx): Promise<Instant | undefined> {
  return instantOf(await latestOrder.execute(db));
}

function instantOf({ rows: [row] }: QueryResult<{ readonly t: bigint | null }>): Instant | undefined {
  return row?.t === null || row === undefined ? undefined : Number(row.t);
}

/**
 * The newest instant that came in on the league's clock: it must not start before it. Columns on real time (kept answers, mails, webhooks)
 * and instants to come (windows) are left out.
 */
export async function latestInstant(db: Db | Trx): Promise<Instant | undefined> {
  const newest = sql<{ t: bigint | null }>`
    select max(t) as t from (
      ${latestOrder}
      union all select max(received_at) as t from intake.answers
      union all select max(registered_at) as t from intake.bots
      union all select max(retired_at) as t from intake.bots
      union all select max(key_rotated_at) as t from intake.bots
      union all select max(at) as t from intake.operator_actions
      union all select max(at) as t from intake.log_keys
      union all select cast(value as bigint) as t from intake.meta where key = ${closedThroughKey}
    ) as seen`;
  return instantOf(await newest.execute(db));
}
