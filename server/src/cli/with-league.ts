/** Opens the data of a league for a command that works on it, whether the league is served meanwhile or not. It makes no data. */
import { readSettings } from '../config/config.ts';
import type { Environment } from '../config/env.ts';
import { storageTarget } from '../engine/storage-target.ts';
import { readOrigin } from '../engine/origin.ts';
import { SetupError } from '../lib/setup-error.ts';
import { openExisting } from '../storage/existing.ts';
import { otherSchema } from '../storage/migrate.ts';
import type { Storage } from '../storage/storage.ts';

/** @throws SetupError when there is no league where the settings point, or it is of another version. */
export async function withLeague<T>(env: Environment, use: (storage: Storage) => Promise<T>): Promise<T> {
  const target = storageTarget(readSettings(env));
  const storage = await openExisting(target);
  try {
    if (!storage || !(await readOrigin(storage.db))) {
      throw new SetupError(
        target.engine === 'sqlite'
          ? `There is no league in the data folder ${target.dataDir}.`
          : 'There is no league in the database of DATABASE_URL.',
        'Set DATA_DIR or DATABASE_URL to what the service was started with.',
      );
    }
    const other = await otherSchema(storage.db);
    if (other === undefined) return await use(storage);
    throw new SetupError(
      other,
      'Use the version that serves it; an older schema is brought up to date by papertape serve.',
    );
  } finally {
    await storage?.close();
  }
}
