/**
 * The gate of the intake. What is stamped before a mark has to be stored before the mark is done, whoever stores it: another process whose clock is
 * slow, one that was stopped amid a commit, one that has lost its lock and does not know yet. Nobody's clock or memory is trusted for that. On PostgreSQL
 * each commit enters the gate, which is a shared lock until the commit is done, and is refused there when its stamp lies before the mark; closing
 * takes the lock for itself. See docs/decisions/0135-a-gate-in-the-database.md.
 */
import type { Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { isLockTimeout } from './fault.ts';
import { closeGate, endIdleEntrants } from './gate.sql.ts';
import type { Storage } from './storage.ts';

/** How long those who entered are waited for before it is looked who they are, and how long one of them may do nothing. */
const waitMs = 1_000;

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
  for (;;) {
    try {
      await closeGate(intakeDb, BigInt(mark), waitMs);
      return;
    } catch (e) {
      if (!isLockTimeout(e)) throw e;
      const ended = await endIdleEntrants(intakeDb, waitMs);
      if (ended > 0) log.warn('sessions that stood still amid a commit were ended: a mark waits for them', { ended });
    }
  }
}
