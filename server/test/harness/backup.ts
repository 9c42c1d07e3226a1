/** The whole data of a league, kept and put back; and the public log written anew, as an operator would who wants to hide something. */
import { sql } from 'kysely';
import { tables, type Database } from '../../src/storage/database.ts';
import type { Storage, Trx } from '../../src/storage/storage.ts';
import { createAppender, emptyFrontier } from '../../src/tlog/append.ts';

type Rows = readonly Record<string, string | bigint | null>[];
export type Backup = ReadonlyMap<keyof Database, Rows>;

export async function takeBackup(
  { db }: Storage,
  of: readonly (keyof Database)[] = Object.keys(tables) as (keyof Database)[],
): Promise<Backup> {
  const held = new Map<keyof Database, Rows>();
  for (const table of of)
    held.set(table, (await sql<Rows[number]>`select * from ${sql.table(table)}`.execute(db)).rows);
  return held;
}

export async function putBack({ db, insertMany }: Storage, held: Backup): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of held) {
      await sql`delete from ${sql.table(table)}`.execute(trx);
      await insertMany(trx, table, rows as never);
    }
  });
}

/** What the service's own code would write for these entries. */
export async function growAgain(trx: Trx, entries: readonly string[]): Promise<void> {
  const grown = createAppender(emptyFrontier);
  const heads = await trx.selectFrom('ledger.log_heads').selectAll().orderBy('mark').execute();
  for (const { mark, size } of heads) {
    while (grown.size() < Number(size)) grown.append(entries[grown.size()] as string);
    await trx
      .updateTable('ledger.log_heads')
      .set({ root: grown.root().toString('hex') })
      .where('mark', '=', mark)
      .execute();
  }
  const { bundles, hashes } = grown.take();
  for (const { number, entries: of } of bundles) {
    await trx
      .updateTable('ledger.log_bundles')
      .set({ entries: of.join('\n') })
      .where('number', '=', BigInt(number))
      .execute();
  }
  for (const { level, index, hash } of hashes) {
    await trx
      .updateTable('ledger.log_hashes')
      .set({ hash: hash.toString('hex') })
      .where('level', '=', BigInt(level))
      .where('place', '=', BigInt(index))
      .execute();
  }
}
