/** Opens the data to serve it: takes the lock and runs the migrations. Readers such as `papertape audit` use openStorage alone. */
import { makePrivateFolder } from '../lib/private-file.ts';
import { lockEmbedded, lockPostgres, type InstanceLock } from './instance-lock.ts';
import { migrate } from './migrate.ts';
import { otherVersions } from './other-versions.ts';
import type { Migration } from './migration.ts';
import { refuseSharedSessions } from './own-sessions.ts';
import { servingNames } from './session-names.ts';
import { endSessions } from './sessions.sql.ts';
import { openStorage, type Storage, type StorageOptions, type StorageTarget } from './storage.ts';
import { refuseUnserved } from './unserved.ts';

/** Takes the place of the one process that may write to the data; makes the folder of an embedded engine. @throws SetupError when another one has it. */
export async function lockData(target: StorageTarget): Promise<InstanceLock> {
  if (target.engine === 'postgres') {
    const [lock, own] = await Promise.allSettled([lockPostgres(target.url), refuseSharedSessions(target.url)]);
    if (lock.status === 'rejected') throw lock.reason;
    if (own.status === 'fulfilled') return lock.value;
    await lock.value.release();
    throw own.reason;
  }
  // E-mail addresses and the secrets of webhooks are in its files.
  const fix = 'Set DATA_DIR to a folder that this user may make and write to.';
  makePrivateFolder(target.dataDir, 'The data folder', fix);
  return lockEmbedded(target.dataDir);
}

export type PreparedStorage = Storage & {
  readonly lock: InstanceLock;
  readonly migrations: readonly Migration[];
  /** Steps that contract, which are left while processes of other versions are seen. */
  readonly left: readonly Migration[];
};

/**
 * Brings the schema up to date and takes the place of the one serving process; see `InstanceLock`.
 * @param given the lock, where it was waited for.
 * @throws SetupError when the data is not to be served.
 */
export async function prepareStorage(
  target: StorageTarget,
  migrations: readonly Migration[],
  options: StorageOptions = {},
  given?: InstanceLock,
): Promise<PreparedStorage> {
  const lock = given ?? (await lockData(target));
  const close = async (): Promise<void> => {
    await storage?.close();
    await lock.release();
  };
  let storage: Storage | undefined;
  try {
    // `lockData` has looked already.
    if (target.engine === 'postgres' && given !== undefined) await refuseSharedSessions(target.url);
    storage = openStorage(target.engine === 'postgres' ? { ...target, sessions: servingNames } : target, options);
    // One that was stopped, or whose machine is gone, left what it had locked there: for ever.
    if (target.engine === 'postgres') await endSessions(storage.db, servingNames);
    await refuseUnserved(storage);
    const opened = storage;
    const { left } = await migrate(storage, migrations, { others: () => otherVersions(opened, { isServing: true }) });
    await lock.claim();
    // What an earlier process left under way at the server.
    await storage.settleIntake('everybody');
    return { ...storage, lock, migrations, left, close };
  } catch (e) {
    await close();
    throw e;
  }
}
