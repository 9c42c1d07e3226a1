/** Work within a transaction that may fail alone: what it wrote is undone, and the transaction goes on. */
import { sql } from 'kysely';
import { isStorageFault } from './fault.ts';
import type { Trx } from './storage.ts';

export type Attempt<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly fault: unknown };

/** Does the work behind a savepoint. @throws when the fault is one of the storage (`isStorageFault`), or the transaction is over. */
export async function attempt<T>(trx: Trx, work: () => Promise<T>): Promise<Attempt<T>> {
  await sql`savepoint attempt`.execute(trx);
  try {
    const value = await work();
    await sql`release savepoint attempt`.execute(trx);
    return { done: true, value };
  } catch (fault) {
    if (isStorageFault(fault)) throw fault;
    await sql`rollback to savepoint attempt`.execute(trx);
    await sql`release savepoint attempt`.execute(trx);
    return { done: false, fault };
  }
}
