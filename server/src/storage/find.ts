/** Rows by what their columns hold, for the statements that ask for nothing else. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from './bulk.ts';
import type { Database } from './database.ts';
import type { Db, Trx } from './storage.ts';

/** How a column is compared with a value, and what that is in SQL. */
const signs = { is: '=', from: '>=', after: '>', upTo: '<=', before: '<' } as const;

type Bounds<Value> = { readonly [Sign in keyof typeof signs]?: Value };

/** Columns and what they hold: a text, an integer or its number; or bounds between which it lies. */
type Held<T extends keyof Database> = {
  readonly [C in keyof RowOf<T>]?: NonNullable<RowOf<T>[C]> | Bounds<NonNullable<RowOf<T>[C]>>;
};

/** A column by which rows come; with `desc` behind it the largest first. */
type By<T extends keyof Database> = (keyof Database[T] & string) | `${keyof Database[T] & string} desc`;

/** All rows of a table whose columns hold these values, in this order. */
export async function findRows<T extends keyof Database>(
  db: Db | Trx,
  table: T,
  held: Held<T>,
  ...order: readonly By<T>[]
): Promise<Database[T][]> {
  const { rows } = await sql<Database[T]>`select * from ${where(table, held, order)}`.execute(db);
  return rows;
}

/** The first of them. */
export async function findRow<T extends keyof Database>(
  db: Db | Trx,
  table: T,
  held: Held<T>,
  ...order: readonly By<T>[]
): Promise<Database[T] | undefined> {
  const { rows } = await sql<Database[T]>`select * from ${where(table, held, order)} limit 1`.execute(db);
  return rows[0];
}

/** How many there are. */
export async function countRows<T extends keyof Database>(db: Db | Trx, table: T, held: Held<T> = {}): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from ${where(table, held, [])}`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}

function where(table: string, held: object, order: readonly string[]): RawBuilder<unknown> {
  const terms = Object.entries(held).flatMap(
    ([column, wanted]: [string, string | number | bigint | Bounds<unknown>]) => {
      const bounds: Bounds<unknown> = typeof wanted === 'object' ? wanted : { is: wanted };
      return Object.entries(bounds).map(
        ([sign, value]) => sql`${sql.ref(column)} ${sql.raw(signs[sign as keyof typeof signs])} ${exact(value)}`,
      );
    },
  );
  const columns = order
    .map((by) => by.split(' '))
    .map(([column = '', way = '']) => sql`${sql.ref(column)} ${sql.raw(way)}`);
  const which = terms.length === 0 ? sql`` : sql` where ${sql.join(terms, sql` and `)}`;
  return sql`${sql.table(table)}${which}${columns.length === 0 ? sql`` : sql` order by ${sql.join(columns)}`}`;
}

/** The embedded engine would take a number for a double. */
function exact(value: unknown): unknown {
  return typeof value === 'number' ? BigInt(value) : value;
}
