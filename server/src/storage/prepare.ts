/** Opens the data to serve it: takes the lock and runs the migrations. Readers such as `papertape audit` use openStorage alone. */
import { makePrivateFolder } from '../lib/private-file.ts';
import { lockEmbedded, lockPostgres, type InstanceLock } from './instance-lock.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { openStorage, type Storage, type StorageOptions, type StorageTarget } from './storage.ts';

/** Brings the schema up to date and takes the place of the one serving process; see `InstanceLock`. */
export async function prepareStorage(
  target: StorageTarget,
  migrations: readonly Migration[],
  options: StorageOptions = {},
): Promise<Storage & { readonly lock: InstanceLock }> {
  if (target.engine === 'sqlite') {
    // E-mail addresses and the secrets of webhooks are in its files.
    const fix = 'Set DATA_DIR to a folder that this user may make and write to.';
    makePrivateFolder(target.dataDir, 'The data folder', fix);
  }
  const lock = target.engine === 'sqlite' ? lockEmbedded(target.dataDir) : await lockPostgres(target.url);
  const close = async (): Promise<void> => {
    await storage?.close();
    await lock.release();
  };
  let storage: Storage | undefined;
  try {
    storage = openStorage(target, options);
    await migrate(storage, migrations);
    await lock.claim();
    // What an earlier process left under way at the server.
    await storage.settleIntake();
    return { ...storage, lock, close };
  } catch (e) {
    await close();
    throw e;
  }
}
