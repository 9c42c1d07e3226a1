/** Brings a backup to where it is to be served, on either engine. */
import { join } from 'node:path';
import { readOrigin } from '../engine/origin.ts';
import { SetupError } from '../lib/setup-error.ts';
import { seedHashOf } from '../sources/simulated/seed.ts';
import { differingTables } from '../storage/copy-tables.ts';
import type { Migration } from '../storage/migration.ts';
import { lockData } from '../storage/prepare.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import { openStorage, withoutDayFiles, type Storage, type StorageTarget } from '../storage/storage.ts';
import { clearUnserved } from '../storage/unserved.ts';
import { checkCopy, copyLeague, needRoom } from './copy-league.job.ts';
import { copyDayFiles, dayFolder } from './day-file-copies.ts';
import { checkFiles, readManifest, type Manifest } from './manifest.ts';
import { putSecretFiles, readFromBackup, type SecretPlaces } from './secrets.ts';

export interface RestorePlan {
  /** Of the backup. */
  readonly folder: string;
  readonly target: StorageTarget;
  readonly places: SecretPlaces;
  readonly migrations: readonly Migration[];
}

/** Goes on where an earlier one of the same backup was ended. @throws SetupError where it cannot be done; nothing is served until it is done. */
export async function restoreBackup({ folder, target, places, migrations }: RestorePlan): Promise<Manifest> {
  const manifest = readManifest(folder);
  needSchema(manifest, migrations);
  await checkFiles(folder, manifest);
  const secrets = readFromBackup(folder);
  const lock = await lockData(target);
  const from = openStorage({ engine: 'sqlite', dataDir: folder });
  let to: Storage | undefined;
  try {
    const seedHash = seedHashOf((await readOrigin(from.db))?.source ?? '');
    putSecretFiles(secrets, places, seedHash, true);
    to = openStorage(withoutDayFiles(target), { connections: 2 });
    await needRoom(to);
    const arriving = to;
    const read = await onSnapshot(from.db, async (trx) => {
      return await copyLeague({ trx, readChunks: from.readChunks }, arriving, manifest.id, migrations);
    });
    const differing = differingTables(read, manifest.tables);
    if (differing.length > 0) throw new Error(`These tables are not those of the backup: ${differing.join(', ')}.`);
    await copyDayFiles(to, join(folder, dayFolder), target.dayFiles);
    const differences = await checkCopy(to, manifest.id, read, target.dayFiles);
    if (differences !== manifest.differences)
      throw new Error(
        `The audit finds ${differences} differences, and found ${manifest.differences} when the backup was made. What was restored is not served.`,
      );
    putSecretFiles(secrets, places, seedHash);
    await clearUnserved(to);
    return manifest;
  } finally {
    await to?.close();
    await from.close();
    await lock.release();
  }
}

function needSchema({ version, migrations: made }: Manifest, migrations: readonly Migration[]): void {
  const known = migrations.map((m) => m.name).sort();
  if (made.join() === known.join()) return;
  throw new SetupError(
    `The backup was made by Papertape ${version}, whose tables are not those of this one.`,
    `Restore it with Papertape ${version}; the data is brought up to date when a newer one serves it.`,
  );
}
