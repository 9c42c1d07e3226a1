/** The whole data of a league, kept and put back; and the public log written anew, as an operator would who wants to hide something. */
import { sql } from 'kysely';
import { insertHeads, insertTileHashes, storedHead, upsertBundles, type LogHead } from '../../src/engine/log.sql.ts';
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

/** The entries that belong to a mark. */
export interface EntriesOfMark {
  readonly mark: number;
  entries: readonly string[];
}

/** Writes what the service's own code would have written for other entries. @param change the entries of all marks. */
export async function growAgain(
  { insertMany }: Pick<Storage, 'insertMany'>,
  trx: Trx,
  change: (marks: readonly EntriesOfMark[]) => void,
): Promise<void> {
  const heads = (await trx.selectFrom('ledger.log_heads').selectAll().orderBy('mark').execute()).map(storedHead);
  const bundles = await trx.selectFrom('ledger.log_bundles').select('entries').orderBy('number').execute();
  const all = bundles.flatMap((b) => b.entries.split('\n'));
  const marks = heads.map(({ mark, size }, i) => ({ mark, entries: all.slice(heads[i - 1]?.size ?? 0, size) }));
  change(marks);
  const grown = createAppender(emptyFrontier);
  const made = heads.map((head, i): LogHead => {
    let firstOrder = grown.size();
    for (const entry of marks[i]?.entries ?? []) {
      grown.append(entry);
      if (/^\{"type":"(log|mark|key|bot|retired)"/.test(entry)) firstOrder = grown.size();
    }
    return { ...head, size: grown.size(), root: grown.root(), firstOrder };
  });
  for (const table of ['ledger.log_heads', 'ledger.log_bundles', 'ledger.log_hashes'] as const)
    await trx.deleteFrom(table).execute();
  const { bundles: full, hashes } = grown.take();
  await upsertBundles(trx, insertMany, full);
  await insertTileHashes(trx, insertMany, hashes);
  await insertHeads(trx, insertMany, made);
}

/** Every entry changed by itself. */
export function eachEntry(change: (entry: string) => string): (marks: readonly EntriesOfMark[]) => void {
  return (marks) => {
    for (const mark of marks) mark.entries = mark.entries.map(change);
  };
}
