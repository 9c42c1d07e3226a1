/** Where the data lies, by the settings. */
import { join } from 'node:path';
import type { StorageTarget } from '../storage/storage.ts';
import type { Config, Settings } from '../config/config.ts';

export function storageTarget({ config, secrets }: Pick<Settings, 'config' | 'secrets'>): StorageTarget {
  const dayFiles = dayFilesFolder(config);
  return secrets.databaseUrl === undefined
    ? { engine: 'sqlite', dataDir: config.dataDir, dayFiles }
    : { engine: 'postgres', url: secrets.databaseUrl.reveal(), dayFiles };
}

/** Where the files of days are. */
export function dayFilesFolder({ dataDir, dayFiles }: Pick<Config, 'dataDir' | 'dayFiles'>): string {
  return dayFiles ?? join(dataDir, 'days');
}
