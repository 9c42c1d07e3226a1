/**
 * A league is carried into an empty database, table by table. The database says from the first transaction on that it is a copy that was not
 * finished, and which tables are whole: ended at any moment, it is served by nobody, and goes on where it was when it is begun again.
 */
import { runAudit } from '../audit/audit.job.ts';
import { readOrigin } from '../engine/origin.ts';
import { SetupError } from '../lib/setup-error.ts';
import {
  copyRows,
  differingTables,
  digestRows,
  digestTables,
  migrationsApart,
  tableNames,
  type RowSource,
  type TableDigests,
} from '../storage/copy-tables.ts';
import { migrate } from '../storage/migrate.ts';
import type { Migration } from '../storage/migration.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { isTableThere, placeOf, readUnserved, refuseUnserved, writeUnserved } from '../storage/unserved.ts';

/** @throws SetupError when there is a league where one shall be brought to, or one that is no unfinished copy. */
export async function needRoom(to: Storage): Promise<void> {
  const why = await readUnserved(to);
  if (why?.state === 'copying') return;
  if (why) await refuseUnserved(to);
  if (!(await isTableThere(to, 'ledger.meta')) || !(await readOrigin(to.db))) return;
  throw new SetupError(
    `${placeOf(to.target)} holds a league already.`,
    'Name an empty folder, or an empty database: nothing is ever written over a league.',
  );
}

/** @throws SetupError when the tables are not those of this program, or are a copy that was not finished. */
export async function needWhole(from: Storage, migrations: readonly Migration[]): Promise<void> {
  if ((await readUnserved(from))?.state === 'copying') await refuseUnserved(from);
  const apart = await migrationsApart(from.db, migrations);
  if (apart.length === 0) return;
  throw new SetupError(
    `${placeOf(from.target)} has another schema than this Papertape (${apart.join(', ')}).`,
    'Use the version that serves it; an older schema is brought up to date by papertape serve.',
  );
}

/** @param id names what is copied: a copy with another one is begun anew. @returns what was read of each table. */
export async function copyLeague(
  from: RowSource,
  to: Storage,
  id: string,
  migrations: readonly Migration[],
): Promise<TableDigests> {
  const before = await readUnserved(to);
  const whole = new Set(before?.state === 'copying' && before.id === id ? before.tables : []);
  const note = async (): Promise<void> => await writeUnserved(to, { state: 'copying', id, tables: [...whole] });
  await note();
  await migrate(to, migrations);
  const read: Record<string, TableDigests[string]> = {};
  for (const table of tableNames) {
    read[table] = await (whole.has(table) ? digestRows(from, table) : copyRows(from, to, table));
    // After the table and not with it: the two files of the embedded engine do not commit as one.
    if (whole.has(table)) continue;
    whole.add(table);
    await note();
  }
  return read;
}

/**
 * Compares the copy with what was read, and audits it.
 * @param dayFiles where the files of days are that its readings stand in.
 * @returns how many differences the audit found, which are those of the league itself. @throws when a table is not the same; it is copied again
 * the next time.
 */
export async function checkCopy(
  to: Storage,
  id: string,
  read: TableDigests,
  dayFiles: string | undefined,
): Promise<number> {
  const held = await onSnapshot(to.db, async (trx) => await digestTables({ trx, readChunks: to.readChunks }));
  const differing = differingTables(read, held);
  if (differing.length > 0) {
    await writeUnserved(to, { state: 'copying', id, tables: tableNames.filter((table) => !differing.includes(table)) });
    throw new Error(`These tables did not arrive as they are: ${differing.join(', ')}. Run the command again.`);
  }
  const whole = openStorage({ ...to.target, ...(dayFiles === undefined ? {} : { dayFiles }) }, { connections: 2 });
  try {
    return (await runAudit(whole)).differenceCount;
  } finally {
    await whole.close();
  }
}
