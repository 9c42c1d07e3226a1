/** Carries the rows of a league from one database to another, of whatever engine, and compares them. */
import { sql } from 'kysely';
import { tables, type Database } from './database.ts';
import { createTableDigest, type HeldRow, type TableDigest } from './digest.ts';
import { doneMigrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import { lackingOf, schemaFit } from './schema-fit.ts';
import type { Db, Storage, Trx } from './storage.ts';
import { columnsOf } from './table.ts';
import { unservedKey } from './unserved.ts';

export type TableName = keyof Database;
export type TableDigests = Readonly<Record<string, TableDigest>>;

/** Where rows are read: one state of both schemas. */
export interface RowSource {
  readonly trx: Trx;
  readonly readChunks: Storage['readChunks'];
}

export const tableNames = Object.keys(tables).sort() as readonly TableName[];

/** Rows in memory at once. A row of the public log's entries has some 100 KB. */
const chunkRows = 250;

/** Replaces what the table of `to` holds, in one transaction. @returns what was read. */
export async function copyRows(from: RowSource, to: Storage, table: TableName): Promise<TableDigest> {
  const digest = createTableDigest(columnNames(table));
  await to.db.transaction().execute(async (trx) => {
    await (
      table === 'intake.meta' ? trx.deleteFrom(table).where('key', '<>', unservedKey) : trx.deleteFrom(table)
    ).execute();
    for await (const rows of rowsOf(from, table)) {
      digest.add(rows);
      await to.insertMany(trx, table, rows as never);
    }
  });
  return digest.value();
}

export async function digestRows(from: RowSource, table: TableName): Promise<TableDigest> {
  const digest = createTableDigest(columnNames(table));
  for await (const rows of rowsOf(from, table)) digest.add(rows);
  return digest.value();
}

export async function digestTables(from: RowSource): Promise<TableDigests> {
  const digests: Record<string, TableDigest> = {};
  for (const table of tableNames) digests[table] = await digestRows(from, table);
  return digests;
}

/** @returns the tables whose rows are not the same. */
export function differingTables(a: TableDigests, b: TableDigests): TableName[] {
  return tableNames.filter((table) => a[table]?.rows !== b[table]?.rows || a[table]?.digest !== b[table]?.digest);
}

/** Whether the data has the tables that this program knows; rows are carried as they are. @returns the steps that one of them lacks. */
export async function migrationsApart(db: Db | Trx, migrations: readonly Migration[]): Promise<string[]> {
  const done = await doneMigrations(db);
  const known = new Set<string>(migrations.map((m) => m.name));
  // What a step would contract may be there still, and is not carried.
  const lacking = lackingOf(schemaFit(done, migrations));
  return [...done.filter(({ name }) => !known.has(name)), ...lacking].map(({ name }) => name);
}

function columnNames(table: TableName): string[] {
  return columnsOf(tables[table]).map((c) => c.name);
}

function rowsOf({ trx, readChunks }: RowSource, table: TableName): AsyncIterable<HeldRow[]> {
  const columns = sql.join(columnNames(table).map((name) => sql.ref(name)));
  const which = table === 'intake.meta' ? sql`where key <> ${unservedKey}` : sql``;
  const query = sql<HeldRow>`select ${columns} from ${sql.table(table)} ${which}`;
  return readChunks(trx, { compile: () => query.compile(trx) }, chunkRows);
}
