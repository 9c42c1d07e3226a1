/** Opens data that must exist (`papertape admin`), or checks that none does (`server/bench/simulate.ts`). It creates no data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage, type Storage, type StorageTarget } from './storage.ts';
import { isTableThere } from './unserved.ts';

/** @returns undefined when no Papertape data is there. Takes no lock: a serving process may have it open, too. */
export async function openExisting(target: StorageTarget): Promise<Storage | undefined> {
  if (target.engine === 'sqlite' && !existsSync(join(target.dataDir, 'ledger.db'))) return undefined;
  const storage = openStorage(target, { connections: 1 });
  try {
    if (await isTableThere(storage, 'ledger.meta')) return storage;
  } catch (e) {
    await storage.close();
    throw e;
  }
  await storage.close();
  return undefined;
}
