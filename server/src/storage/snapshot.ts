import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db, Storage, Trx } from './storage.ts';

/** Runs `read` in one transaction that sees a single state of each schema, whatever a running league writes meanwhile. */
export async function onSnapshot<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** A mark is committed every few seconds at most while a league catches up; to see both files takes less than a millisecond. */
const triesMax = 1_000;

/**
 * Runs `read` on both schemas as they were at one instant. PostgreSQL has one snapshot for all. The embedded engine has one for each file, the
 * ledger's first: they are of one instant if the ledger was not written between the two, which another connection tells, and are taken
 * anew otherwise.
 */
export async function atOneInstant<T>({ db, target }: Storage, read: (trx: Trx) => Promise<T>): Promise<T> {
  if (target.engine === 'postgres') return await onSnapshot(db, read);
  const beside = new DatabaseSync(join(target.dataDir, 'ledger.db'), { timeout: 10_000 });
  const version = beside.prepare('pragma data_version');
  const writes = (): number => Number(version.get()?.['data_version']);
  try {
    for (let tries = 1; tries <= triesMax; tries++) {
      const before = writes();
      const outcome = await onSnapshot(db, async (trx) => {
        await sql`select 1 from ledger.sqlite_master`.execute(trx);
        await sql`select 1 from intake.sqlite_master`.execute(trx);
        return writes() === before ? { read: await read(trx) } : undefined;
      });
      if (outcome) return outcome.read;
    }
    throw new Error('the ledger was written to all the time');
  } finally {
    beside.close();
  }
}
