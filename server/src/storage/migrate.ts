/**
 * Forward-only migrations: each runs once, in the order of the list, in a transaction of its own, and never changes after it was
 * released. The list is the core's steps (migrations.ts) and, after them, those of the rooms that keep tables of their own.
 */
import { sql } from 'kysely';
import { SetupError } from '../lib/setup-error.ts';
import type { Migration } from './migration.ts';
import { coreMigrations } from './migrations.ts';
import type { Db, Storage } from './storage.ts';

export async function migrate(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  migrations: readonly Migration[],
): Promise<void> {
  if (engine === 'postgres') {
    await sql`create schema if not exists intake`.execute(db);
    await sql`create schema if not exists ledger`.execute(db);
  }
  await sql`create table if not exists ledger.migrations (name text not null primary key)`.execute(db);
  const done = await doneMigrations(db);
  const unknown = done.filter((name) => migrations.every((m) => m.name !== name));
  if (unknown.length > 0) {
    throw new SetupError(
      `The data was made by a newer Papertape (this one does not know ${unknown.join(', ')}).`,
      'Start the newer version; migrations only go forward.',
    );
  }
  for (const { name, statements } of migrations) {
    if (done.includes(name)) continue;
    await db.transaction().execute(async (trx) => {
      for (const statement of statements(engine)) await sql.raw(statement).execute(trx);
      await sql`insert into ledger.migrations (name) values (${name})`.execute(trx);
    });
  }
}

/**
 * Whether the core's tables are those that this program knows. It fails where there are no tables.
 * @returns what is different, for people; undefined when nothing is.
 */
export async function otherSchema(db: Db): Promise<string | undefined> {
  const found = (await doneMigrations(db)).filter((name) => name.startsWith('core/'));
  const known = coreMigrations.map((m) => m.name).sort();
  if (found.join() === known.join()) return undefined;
  return `The data has schema ${found.at(-1) ?? 'none'}, this Papertape knows ${known.at(-1)}.`;
}

/** In the order of their names. */
export async function doneMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ledger.migrations`.execute(db);
  return rows.map((r) => r.name).sort();
}
