/**
 * The gate of the intake. What is stamped before a mark has to be stored before the mark is done, whoever stores it: another process whose clock is
 * slow, one that was stopped amid a commit, one that has lost its lock and does not know yet. Nobody's clock or memory is trusted for that. On PostgreSQL
 * each commit enters the gate, which is a shared lock until the commit is done, and is refused there when its stamp lies before the mark; closing
 * takes the lock for itself. See docs/decisions/0135-a-gate-in-the-database.md.
 */
import type { Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { isLockTimeout } from './fault.ts';
import { closeGate, endIdleEntrants, holdGate } from './gate.sql.ts';
import type { Db, Storage, Trx } from './storage.ts';

/** How long those who entered are waited for before it is looked who they are, and how long one of them may do nothing. A mark waits for both at most, and shall be closed within a second. */
const waitMs = 500;

/**
 * Everything that is stamped before the mark is stored then or never will be. It rejects where the database does not take it. On the embedded engine, which
 * one process has for itself, there is nothing to close.
 */
export async function closeThrough(
  { engine, intakeDb }: Pick<Storage, 'engine' | 'intakeDb'>,
  mark: Instant,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  if (engine === 'sqlite') return;
  await behindEntrants(intakeDb, log, 'a mark waits', () => closeGate(intakeDb, BigInt(mark), waitMs));
}

/**
 * Does work in a transaction while nobody stores anything that is stamped: what was entered before is stored then, and what comes after finds the work done.
 * It may be done several times, and counts once.
 */
export async function whileGateIsHeld<T>(db: Db, log: Pick<Log, 'warn'>, work: (trx: Trx) => Promise<T>): Promise<T> {
  return await behindEntrants(db, log, 'what is in force waits', () =>
    db.transaction().execute(async (trx) => {
      await holdGate(trx, waitMs);
      return await work(trx);
    }),
  );
}

/** Tries until those who entered have ended; those that stand still are ended. */
async function behindEntrants<T>(db: Db, log: Pick<Log, 'warn'>, who: string, close: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await close();
    } catch (e) {
      if (!isLockTimeout(e)) throw e;
      const ended = await endIdleEntrants(db, waitMs);
      if (ended > 0) log.warn(`sessions that stood still amid a commit were ended: ${who} for them`, { ended });
    }
  }
}
