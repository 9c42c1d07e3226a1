import type { Db, Trx } from './storage.ts';

/** Runs `read` in one transaction that sees a single state of both schemas, whatever a running league writes meanwhile. */
export async function onSnapshot<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
