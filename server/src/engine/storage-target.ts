/** Where the data lies, by the settings. */
import type { StorageTarget } from '../storage/storage.ts';
import type { Settings } from '../config/config.ts';

export function storageTarget({ config, secrets }: Settings): StorageTarget {
  return secrets.databaseUrl === undefined
    ? { engine: 'sqlite', dataDir: config.dataDir }
    : { engine: 'postgres', url: secrets.databaseUrl.reveal() };
}
