/**
 * Lets one process serve a set of data, and refuses a second one. On the embedded engine SQLite holds an operating system's lock on
 * `lock.db`; on PostgreSQL a session holds an advisory lock. Both are released when the process ends, also by kill -9. Readers (`papertape audit`, backups) need no lock.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../lib/setup-error.ts';
import { postgresDriver } from './postgres-driver.ts';

export interface InstanceLock {
  /** Called when the lock was lost (the database session ended): the holder must stop. */
  onLost(callback: () => void): void;
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
    onLost: () => undefined,
    async release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/** Any number will do, as long as nothing else in the database uses it: "papertap" in ASCII. */
const advisoryLockKey = '8097868425060082032';

export async function lockPostgres(url: string): Promise<InstanceLock> {
  const client = new (postgresDriver().Client)({ connectionString: url, application_name: 'papertape lock' });
  let lost: () => void = () => undefined;
  let released = false;
  const end = (): void => {
    if (!released) lost();
  };
  client.on('error', end);
  client.on('end', end);
  try {
    await client.connect();
  } catch (e) {
    throw new SetupError(
      `The database of DATABASE_URL cannot be reached: ${e instanceof Error ? e.message : String(e)}`,
      'Check host, port, database name and credentials, and that PostgreSQL runs; or unset DATABASE_URL to use the embedded engine.',
    );
  }
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1::bigint) as locked', [
    advisoryLockKey,
  ]);
  if (!rows[0]?.locked) {
    released = true;
    await client.end();
    throw new SetupError(
      'The database of DATABASE_URL is in use by another Papertape process.',
      'Stop that process, or give this one a database of its own.',
    );
  }
  return {
    onLost(callback) {
      lost = callback;
    },
    async release() {
      if (released) return;
      released = true;
      await client.end();
    },
  };
}
