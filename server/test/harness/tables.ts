/** The whole of a database as text, table by table, to compare two runs. */
import type { Database } from '../../src/storage/database.ts';
import type { Db } from '../../src/storage/storage.ts';

const tables = [
  'intake.bots',
  'intake.orders',
  'intake.operator_actions',
  'ledger.meta',
  'ledger.mark_readings',
  'ledger.price_vectors',
  'ledger.stale_prices',
  'ledger.fills',
  'ledger.waiting_orders',
  'ledger.portfolios',
  'ledger.closes',
  'ledger.boards',
  'ledger.board_blocks',
  'ledger.records',
  'ledger.tiers',
  'ledger.tier_moves',
  'ledger.weeks',
  'ledger.voided_closes',
  'ledger.baselines',
  'ledger.twin_notes',
  'ledger.twin_runs',
  'ledger.incidents',
  'ledger.delistings',
  'ledger.applied_actions',
] as const satisfies readonly (keyof Database)[];

/** Rows as JSON text, in order of their text, so that neither engine's order of rows matters. */
export async function dumpTables(
  db: Db,
  names: readonly (keyof Database)[] = tables,
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of names) {
    const rows = (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
    dump[table] = rows.map(rowText).toSorted();
  }
  return dump;
}

function rowText(row: Record<string, unknown>): string {
  const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(columns), (_key, v: unknown) => (typeof v === 'bigint' ? v.toString() : v));
}
