/**
 * Inserts many rows in few statements. On PostgreSQL it uses UNNEST. On SQLite, which has no round trip, it runs one prepared statement for
 * each row.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { StatementCache } from './sqlite-driver.ts';

/** Type of a column as PostgreSQL's UNNEST needs it. */
export type ColumnType = 'text' | 'int8';

/** One array per column, all of the same length. */
export type Columns = Readonly<
  Record<string, { readonly type: ColumnType; readonly values: readonly (string | bigint | number | null)[] }>
>;

/** @param onConflict text after the insert, the same in both engines: `on conflict (a) do update set …`. */
export type BulkInsert = (
  trx: Kysely<Database>,
  table: keyof Database,
  columns: Columns,
  onConflict?: string,
) => Promise<void>;

type Engine = { readonly engine: 'sqlite'; readonly statements: StatementCache } | { readonly engine: 'postgres' };

/** Rows in one run of a SQLite statement: each crossing into the engine costs as much as a small row. */
const rowsPerRun = 20;
/** Rows in one PostgreSQL statement: bounds the size of its parameters. */
const rowsPerStatement = 10_000;

export function createBulkInsert(engine: Engine): BulkInsert {
  return async (trx, table, columns, onConflict = '') => {
    const names = Object.keys(columns);
    const first = names[0];
    if (first === undefined) throw new Error('insertMany needs columns');
    const count = columns[first]?.values.length ?? 0;
    if (count === 0) return;
    if (!trx.isTransaction && !isOneStatement(engine, count)) throw new Error('these rows take a transaction');
    if (engine.engine === 'sqlite') insertRows(engine.statements, table, names, columns, count, onConflict);
    else await insertUnnest(trx, table, names, columns, count, onConflict);
  };
}

/** One statement is a transaction by itself; SQLite's rows take several. */
function isOneStatement(engine: Engine, count: number): boolean {
  return engine.engine === 'postgres' && count <= rowsPerStatement;
}

function insertRows(
  statements: StatementCache,
  table: string,
  names: string[],
  columns: Columns,
  count: number,
  onConflict: string,
): void {
  const marks = `(${names.map(() => '?').join(', ')})`;
  const insert = (rows: number): StatementSync =>
    statements.prepare(
      `insert into ${table} (${names.join(', ')}) values ${Array.from({ length: rows }, () => marks).join(', ')} ${onConflict}`,
    );
  const arrays = names.map((name) => (columns[name] as Columns[string]).values as readonly SQLInputValue[]);
  const values: SQLInputValue[] = [];
  const put = (statement: StatementSync, from: number, to: number): void => {
    let v = 0;
    for (let i = from; i < to; i++) for (const array of arrays) values[v++] = array[i] as SQLInputValue;
    values.length = v;
    statement.run(...values);
  };
  let from = 0;
  if (count >= rowsPerRun) {
    const many = insert(rowsPerRun);
    for (; from + rowsPerRun <= count; from += rowsPerRun) put(many, from, from + rowsPerRun);
  }
  const one = insert(1);
  for (; from < count; from++) put(one, from, from + 1);
}

async function insertUnnest(
  trx: Kysely<Database>,
  table: string,
  names: string[],
  columns: Columns,
  count: number,
  onConflict: string,
): Promise<void> {
  for (let from = 0; from < count; from += rowsPerStatement) {
    const arrays = names.map((name) => {
      const column = columns[name] as Columns[string];
      const slice = count <= rowsPerStatement ? column.values : column.values.slice(from, from + rowsPerStatement);
      return sql`${arrayText(slice, column.type)}::${sql.raw(column.type)}[]`;
    });
    await sql`insert into ${sql.raw(table)} (${sql.raw(names.join(', '))}) select * from unnest(${sql.join(arrays)}) ${sql.raw(onConflict)}`.execute(
      trx,
    );
  }
}

/** An array literal: quicker to make here than by the driver's general code, which asks each element for its type. */
function arrayText(values: readonly (string | bigint | number | null)[], type: ColumnType): string {
  if (type === 'int8') return `{${values.map((v) => (v === null ? 'NULL' : v)).join(',')}}`;
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (i > 0) text += ',';
    text += v === null || v === undefined ? 'NULL' : `"${escapeElement(String(v))}"`;
  }
  return `${text}}`;
}

function escapeElement(s: string): string {
  return s.includes('"') || s.includes('\\') ? s.replace(/["\\]/g, '\\$&') : s;
}
