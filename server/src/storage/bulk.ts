/**
 * Inserts many rows in few statements. On PostgreSQL it uses UNNEST. On SQLite, which has no round trip, it runs one prepared statement for
 * each row.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { StatementCache } from './sqlite-driver.ts';
import type { StorageWatch } from './storage-watch.ts';

/** A value of a column: text, or an integer. */
type Value = string | bigint | number | null;

/** A row of a table as it is written: an integer column also takes a number that is a safe integer. */
export type RowOf<T extends keyof Database> = {
  readonly [C in keyof Database[T]]: Database[T][C] | (bigint extends Database[T][C] ? number : never);
};

/**
 * @param rows all with the same columns; one that is null in every row keeps its default, null.
 * @param onConflict text after the insert, the same in both engines: `on conflict (a) do update set …`.
 */
export type BulkInsert = <T extends keyof Database>(
  trx: Kysely<Database>,
  table: T,
  rows: readonly RowOf<T>[],
  onConflict?: string,
) => Promise<void>;

type Engine =
  | { readonly engine: 'sqlite'; readonly statements: StatementCache; readonly watch?: StorageWatch | undefined }
  | { readonly engine: 'postgres' };

/** Rows in one run of a SQLite statement: each crossing into the engine costs as much as a small row. */
const rowsPerRun = 20;
/** Rows in one PostgreSQL statement: bounds the size of its parameters. */
const rowsPerStatement = 10_000;

type Rows = readonly Readonly<Record<string, Value>>[];

export function createBulkInsert(engine: Engine): BulkInsert {
  return async (trx, table, rows, onConflict = '') => {
    if (rows.length === 0) return;
    if (!trx.isTransaction && !isOneStatement(engine, rows.length)) throw new Error('these rows take a transaction');
    if (engine.engine === 'sqlite') {
      const begun = performance.now();
      insertRows(engine.statements, table, rows as Rows, onConflict);
      engine.watch?.statement(`insert into ${table} (${rows.length} rows)`, performance.now() - begun);
    } else await insertUnnest(trx, table, rows, onConflict);
  };
}

/** One statement is a transaction by itself; SQLite's rows take several. */
function isOneStatement(engine: Engine, count: number): boolean {
  return engine.engine === 'postgres' && count <= rowsPerStatement;
}

function insertRows(statements: StatementCache, table: string, rows: Rows, onConflict: string): void {
  const names = Object.keys(rows[0] as Rows[number]);
  const marks = `(${names.map(() => '?').join(', ')})`;
  const insert = (count: number): StatementSync =>
    statements.prepare(
      `insert into ${table} (${names.join(', ')}) values ${Array.from({ length: count }, () => marks).join(', ')} ${onConflict}`,
    );
  const values: SQLInputValue[] = [];
  const put = (statement: StatementSync, from: number, to: number): void => {
    let v = 0;
    for (let i = from; i < to; i++) for (const name of names) values[v++] = (rows[i] as Rows[number])[name] as Value;
    values.length = v;
    statement.run(...values);
  };
  let from = 0;
  if (rows.length >= rowsPerRun) {
    const many = insert(rowsPerRun);
    for (; from + rowsPerRun <= rows.length; from += rowsPerRun) put(many, from, from + rowsPerRun);
  }
  const one = insert(1);
  for (; from < rows.length; from++) put(one, from, from + 1);
}

async function insertUnnest<T extends keyof Database>(
  trx: Kysely<Database>,
  table: T,
  all: readonly RowOf<T>[],
  onConflict: string,
): Promise<void> {
  for (let from = 0; from < all.length; from += rowsPerStatement) {
    const rows = all.length <= rowsPerStatement ? all : all.slice(from, from + rowsPerStatement);
    await sql`${insertText(table, rows, onConflict)}`.execute(trx);
  }
}

/** The text of a PostgreSQL insert. */
function insertText<T extends keyof Database>(
  table: T,
  all: readonly RowOf<T>[],
  onConflict: string,
): RawBuilder<unknown> {
  const rows = all as Rows;
  // A column of nulls does not tell its type, and is not written.
  const types = Object.keys(rows[0] as Rows[number]).flatMap((name) => {
    const value = rows.find((row) => row[name] !== null)?.[name];
    return value === undefined ? [] : [[name, typeof value === 'string' ? 'text' : 'int8'] as const];
  });
  const arrays = types.map(([name, type]) => sql`${arrayText(rows, name, type)}::${sql.raw(type)}[]`);
  const names = sql.raw(types.map(([name]) => name).join(', '));
  return sql`insert into ${sql.raw(table)} (${names}) select * from unnest(${sql.join(arrays)}) ${sql.raw(onConflict)}`;
}

/** An array literal: quicker to make here than by the driver's general code, which asks each element for its type. */
export function arrayText(rows: Rows, name: string, type: 'text' | 'int8'): string {
  let text = '{';
  for (let i = 0; i < rows.length; i++) {
    const v = (rows[i] as Rows[number])[name];
    if (i > 0) text += ',';
    text += v === null || v === undefined ? 'NULL' : type === 'int8' ? v : `"${escapeElement(String(v))}"`;
  }
  return `${text}}`;
}

function escapeElement(s: string): string {
  return s.includes('"') || s.includes('\\') ? s.replace(/["\\]/g, '\\$&') : s;
}
