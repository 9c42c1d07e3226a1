/**
 * Lets one process serve a set of data, and refuses a second one. On the embedded engine SQLite holds an operating system's lock on
 * `lock.db`; on PostgreSQL a session holds an advisory lock. Both are released when the process ends, also by kill -9. Readers (`papertape audit`, backups) need no lock.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import { lockNames } from './session-names.ts';
import type { DatabaseTime } from './database-time.ts';
import { createPostgresLock, type LockWatch } from './postgres-lock.ts';

export interface InstanceLock {
  /** Undefined on the embedded engine, which has no clock of its own. */
  readonly time?: DatabaseTime;
  /** Is it held now? While a session of PostgreSQL is broken it is not, and nothing may be written. */
  isHeld(): boolean;
  /** Resolves once it is held. */
  held(): Promise<void>;
  /** Says in the database that this process serves it now; once its tables are there. */
  claim(): Promise<void>;
  /** From now on the lock is taken again whenever it was lost. */
  watch(watch: LockWatch): void;
  release(): Promise<void>;
}

export function lockEmbedded(dataDir: string): InstanceLock {
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive');
  } catch (e) {
    lock.close();
    if (!(e instanceof Error) || !/locked|busy/i.test(e.message)) throw e;
    throw new SetupError(
      `The data folder ${dataDir} is in use by another Papertape process.`,
      'Stop that process, or give this one a data folder of its own with DATA_DIR.',
    );
  }
  return {
    isHeld: () => true,
    held: () => Promise.resolve(),
    claim: () => Promise.resolve(),
    watch: () => undefined,
    async release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/** @returns undefined where another process has it. Rejects where the server does not answer. */
export async function lockPostgresIfFree(url: string): Promise<InstanceLock | undefined> {
  const lock = createPostgresLock(url, `${lockNames}${randomUUID()}`);
  return (await lock.open()) ? lock : undefined;
}

export async function lockPostgres(url: string): Promise<InstanceLock> {
  let lock: InstanceLock | undefined;
  try {
    lock = await lockPostgresIfFree(url);
  } catch (e) {
    throw new SetupError(
      `The database of DATABASE_URL cannot be reached: ${messageOf(e)}`,
      'Check host, port, database name and credentials, and that PostgreSQL runs; or unset DATABASE_URL to use the embedded engine.',
    );
  }
  if (!lock)
    throw new SetupError(
      'The database of DATABASE_URL is in use by another Papertape process.',
      'Stop that process, give this one a database of its own, or let it wait for its turn with PAPERTAPE_STANDBY=on.',
    );
  return lock;
}
