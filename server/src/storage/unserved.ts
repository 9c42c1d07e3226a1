/**
 * Data that is not to be served says so in itself, in a row of `intake.meta`: a copy that is not finished yet, a backup, and a league that was
 * moved elsewhere. The row is there before the first row of a league is, and is removed by the last step of what made it necessary.
 * So a process that is killed in between leaves nothing that could be served by mistake.
 */
import { sql } from 'kysely';
import { SetupError } from '../lib/setup-error.ts';
import { tables } from './database.ts';
import { findRow } from './find.ts';
import type { Storage, StorageTarget } from './storage.ts';
import { createTable } from './table.ts';

export type Unserved =
  /** Tables are brought in from elsewhere. `id` names where from; `tables` are those that are whole. */
  | { readonly state: 'copying'; readonly id: string; readonly tables: readonly string[] }
  | { readonly state: 'backup'; readonly id: string }
  /** `to`: where it goes or went, in words for people. `id` is also that of the copy. */
  | { readonly state: 'moving' | 'moved'; readonly id: string; readonly to: string };

/** The key of the row, which no copy takes along. */
export const unservedKey = 'unserved';

/** @returns undefined where the data may be served, or there is none. */
export async function readUnserved(storage: Pick<Storage, 'db' | 'engine'>): Promise<Unserved | undefined> {
  if (!(await isTableThere(storage, 'intake.meta'))) return undefined;
  const row = await findRow(storage.db, 'intake.meta', { key: unservedKey });
  return row && (JSON.parse(row.value) as Unserved);
}

/** Also where there is no table yet: one transaction makes the first table together with the row. */
export async function writeUnserved({ db, engine }: Pick<Storage, 'db' | 'engine'>, why: Unserved): Promise<void> {
  const value = JSON.stringify(why);
  await db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`create schema if not exists intake`.execute(trx);
    for (const statement of createTable(engine, 'intake.meta', tables['intake.meta']))
      await sql.raw(statement).execute(trx);
    await trx
      .insertInto('intake.meta')
      .values({ key: unservedKey, value })
      .onConflict((c) => c.column('key').doUpdateSet({ value }))
      .execute();
  });
}

/** From now on the data may be served. */
export async function clearUnserved({ db }: Pick<Storage, 'db'>): Promise<void> {
  await db.deleteFrom('intake.meta').where('key', '=', unservedKey).execute();
}

/** @throws SetupError when the data is not to be served. */
export async function refuseUnserved(storage: Pick<Storage, 'db' | 'engine' | 'target'>): Promise<void> {
  const why = await readUnserved(storage);
  if (why) throw new SetupError(`${placeOf(storage.target)} ${whatIs(why)}.`, fixOf(why));
}

/** Names where data lies, without a password. */
export function placeOf(target: StorageTarget): string {
  if (target.engine === 'sqlite') return `The data folder ${target.dataDir}`;
  return `The database ${target.url
    .replace(/^.*@/s, '')
    .replace(/^postgres(?:ql)?:\/\//, '')
    .replace(/\?.*$/, '')}`;
}

function whatIs(why: Unserved): string {
  if (why.state === 'copying') return 'holds a copy that was not finished';
  if (why.state === 'backup') return 'is a backup, and is not served itself';
  return why.state === 'moving' ? `is being moved to ${why.to}` : `was moved to ${why.to}`;
}

function fixOf({ state }: Unserved): string {
  if (state === 'copying')
    return 'Run the command again that makes it, papertape restore or papertape move: it goes on where it was ended.';
  if (state === 'backup') return 'Bring it with papertape restore to where it is to be served.';
  if (state === 'moving') return 'Run papertape move again, or papertape move --cancel to go on here.';
  return 'Serve it there. Two services must not go on with one league, since both would sign its public log.';
}

/** @param table `intake.meta` */
export async function isTableThere({ db, engine }: Pick<Storage, 'db' | 'engine'>, table: string): Promise<boolean> {
  const [schema = '', name = ''] = table.split('.');
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          n: bigint;
        }>`select count(*) as n from ${sql.table(`${schema}.sqlite_master`)} where type = 'table' and name = ${name}`.execute(
          db,
        )
      : await sql<{ n: bigint }>`
          select count(*) as n from information_schema.tables where table_schema = ${schema} and table_name = ${name}`.execute(
          db,
        );
  return (rows[0]?.n ?? 0n) > 0n;
}
