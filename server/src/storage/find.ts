/** Rows by what their columns hold, for the statements that ask for nothing else. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from './bulk.ts';
import type { Database } from './database.ts';
import type { Db, Trx } from './storage.ts';

/** How a column is compared with a value, and what that is in SQL. */
const signs = { is: '=', from: '>=', after: '>', upTo: '<=', before: '<' } as const;

type Bounds<Value> = { readonly [Sign in keyof typeof signs]?: Value };

type Wanted<Value> = Value | readonly Value[] | Bounds<Value>;

/** Columns and what they hold: a text, an integer or its number; null; one of several; or bounds between which it lies. */
type Held<T extends keyof Database> = {
  readonly [C in keyof RowOf<T>]?: Wanted<NonNullable<RowOf<T>[C]>> | (null extends RowOf<T>[C] ? null : never);
};

/** A table, or those of its rows, as `t`, for which a condition holds. */
type Of<T extends keyof Database> = T | { readonly table: T; readonly when: RawBuilder<boolean> };

/** A column by which rows come; with `desc` behind it the largest first. */
type By<T extends keyof Database> = (keyof Database[T] & string) | `${keyof Database[T] & string} desc`;

/** All rows of a table whose columns hold these values, in this order. */
export async function findRows<T extends keyof Database>(
  db: Db | Trx,
  of: Of<T>,
  held: Held<T>,
  ...order: readonly By<T>[]
): Promise<Database[T][]> {
  return await select(db, sql`*`, of, held, order);
}

/** Of them at most `most`, after the first `skip`. */
export async function findSome<T extends keyof Database>(
  db: Db | Trx,
  of: Of<T>,
  held: Held<T>,
  { skip = 0, most }: { readonly skip?: number; readonly most: number },
  ...order: readonly By<T>[]
): Promise<Database[T][]> {
  return await select(db, sql`*`, of, held, order, sql`limit ${most} offset ${skip}`);
}

/** The first of them. */
export async function findRow<T extends keyof Database>(
  db: Db | Trx,
  of: Of<T>,
  held: Held<T>,
  ...order: readonly By<T>[]
): Promise<Database[T] | undefined> {
  const [row] = await findSome(db, of, held, { most: 1 }, ...order);
  return row;
}

/** How many there are. */
export async function countRows<T extends keyof Database>(
  db: Db | Trx,
  of: Of<T>,
  held: Held<T> = {},
): Promise<number> {
  const [row] = await select<{ n: bigint }>(db, sql`count(*) as n`, of, held, []);
  return Number(row?.n ?? 0n);
}

async function select<Row>(
  db: Db | Trx,
  what: RawBuilder<unknown>,
  of: string | { readonly table: string; readonly when: RawBuilder<boolean> },
  held: object,
  order: readonly string[],
  end = sql``,
): Promise<Row[]> {
  const wanted: [string, unknown][] = Object.entries(held);
  if (wanted.some(([, value]) => Array.isArray(value) && value.length === 0)) return [];
  const { table, when } = typeof of === 'string' ? { table: of, when: undefined } : of;
  const terms = [
    ...wanted.flatMap(([column, value]) => compared(sql.ref(column), value)),
    ...(when ? [sql`(${when})`] : []),
  ];
  const columns = order.map((by) => by.split(' ')).map(([by = '', way = '']) => sql`${sql.ref(by)} ${sql.raw(way)}`);
  const which = terms.length === 0 ? sql`` : sql`where ${sql.join(terms, sql` and `)}`;
  const inOrder = columns.length === 0 ? sql`` : sql`order by ${sql.join(columns)}`;
  const { rows } = await sql<Row>`select ${what} from ${sql.table(table)} as t ${which} ${inOrder} ${end}`.execute(db);
  return rows;
}

function compared(column: RawBuilder<unknown>, wanted: unknown): RawBuilder<unknown>[] {
  if (wanted === null) return [sql`${column} is null`];
  if (Array.isArray(wanted)) return [sql`${column} in (${sql.join(wanted.map(exact))})`];
  const bounds: Bounds<unknown> = typeof wanted === 'object' ? wanted : { is: wanted };
  return Object.entries(bounds).map(
    ([sign, value]) => sql`${column} ${sql.raw(signs[sign as keyof typeof signs])} ${exact(value)}`,
  );
}

/** The embedded engine would take a number for a double. */
function exact(value: unknown): unknown {
  return typeof value === 'number' ? BigInt(value) : value;
}
