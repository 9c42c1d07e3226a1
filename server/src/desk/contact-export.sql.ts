/** What is stored about a maker and its bots, whatever the table: one that comes later is found as well. One function per statement. */
import { sql } from 'kysely';
import { tables, type Database } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import { columnsOf } from '../storage/table.ts';

export type StoredRow = Readonly<Record<string, string | bigint | number | null>>;

/** Who is asked about. */
export interface Asked {
  readonly makerId: string;
  readonly botIds: readonly string[];
}

/** What would open something to whoever has it. It is stored as a hash or encrypted, but for the secret of a webhook. */
export const withheld: readonly string[] = ['key_hash', 'token_hash', 'secret', 'answer', 'body_hash'];

export async function rowsAbout(db: Db, table: keyof Database, { makerId, botIds }: Asked): Promise<StoredRow[]> {
  const columns = columnsOf(tables[table]).map((column) => column.name);
  const shown = sql.join(columns.filter((name) => !withheld.includes(name)).map((name) => sql.ref(name)));
  const names = [makerId, ...botIds];
  const isOneOf = (column: string) => sql<boolean>`${sql.ref(column)} in (${sql.join(names)})`;
  const isLike = (column: string, pattern: (id: string) => string) =>
    sql.join(
      botIds.map((id) => sql<boolean>`${sql.ref(column)} like ${pattern(id)}`),
      sql` or `,
    );
  const held = ['agent_id', 'other_id', 'maker_id', 'about', 'about_id'].filter((name) => columns.includes(name));
  const terms = [
    ...held.map(isOneOf),
    ...(columns.includes('about_id') && botIds.length > 0 ? [isLike('about_id', (id) => `${id}/%`)] : []),
    ...(columns.includes('about') ? [sql<boolean>`about like ${`${makerId}.%`}`] : []),
    ...(columns.includes('scope') && botIds.length > 0 ? [isLike('scope', (id) => `%${id}%`)] : []),
  ];
  if (terms.length === 0) return [];
  const order = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await sql<StoredRow>`
    select ${shown} from ${sql.table(table)} where ${sql.join(terms, sql` or `)} order by ${order}`.execute(db);
  return rows;
}
