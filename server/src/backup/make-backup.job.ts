/** Makes a backup of a league that may be served meanwhile, on either engine: the tables as two SQLite files, and the secrets beside them. */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keysAfter, lastHead } from '../engine/log.sql.ts';
import { readOrigin } from '../engine/origin.ts';
import { lastMarkDone } from '../engine/progress.sql.ts';
import { iso } from '../lib/clock.ts';
import { syncFile } from '../lib/durable-file.ts';
import { makePrivateFolder } from '../lib/private-file.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { version } from '../lib/version.ts';
import { holdsKey } from '../log/key-file.ts';
import { seedHashOf } from '../sources/simulated/seed.ts';
import type { TableDigests } from '../storage/copy-tables.ts';
import { openExisting } from '../storage/existing.ts';
import type { Migration } from '../storage/migration.ts';
import { lockData } from '../storage/prepare.ts';
import { atOneInstant } from '../storage/snapshot.ts';
import { openStorage, withoutDayFiles, type Storage, type StorageTarget } from '../storage/storage.ts';
import { placeOf, writeUnserved } from '../storage/unserved.ts';
import { checkCopy, copyLeague, needWhole } from './copy-league.job.ts';
import { copyDayFiles, dayFolder } from './day-file-copies.ts';
import { factsOf, hasManifest, isHalfManifest, writeManifest, type Manifest } from './manifest.ts';
import {
  keyName,
  readSecretFiles,
  secretFolder,
  secretPath,
  writeToBackup,
  type SecretFiles,
  type SecretPlaces,
} from './secrets.ts';

export interface BackupPlan {
  readonly source: StorageTarget;
  /** Where the secrets are; undefined leaves them out. */
  readonly places: SecretPlaces | undefined;
  /** Of the backup: it is made, or must be empty. What is left of one that was not finished is removed. */
  readonly folder: string;
  readonly migrations: readonly Migration[];
}

const databases = ['intake.db', 'ledger.db'] as const;
const lockName = 'lock.db';
/** What stands in the folder while a backup is made; SQLite's journals exist for moments only, and outlast a process that is killed in one. */
const ownNames = new Set([
  ...[...databases, lockName].flatMap((name) => [name, `${name}-journal`, `${name}-wal`, `${name}-shm`]),
  secretFolder,
  dayFolder,
]);
const isOwn = (name: string): boolean => ownNames.has(name) || isHalfManifest(name);

/** @throws SetupError when there is no league, or the folder has something else in it. */
export async function makeBackup(plan: BackupPlan): Promise<Manifest> {
  const { source, folder } = plan;
  const from = await openExisting(withoutDayFiles(source));
  try {
    const origin = from && (await readOrigin(from.db));
    if (!from || !origin)
      throw new SetupError(
        `${placeOf(source)} holds no league.`,
        'Set DATA_DIR or DATABASE_URL to what the service was started with.',
      );
    await needWhole(from, plan.migrations);
    needBackupFolder(folder);
    // Before the tables: what was signed by then is in them. A note of later entries would keep the restored league from signing.
    const secrets: SecretFiles = plan.places ? readSecretFiles(plan.places, seedHashOf(origin.source)) : new Map();
    const lock = await lockData({ engine: 'sqlite', dataDir: folder });
    try {
      // Again: another process may have finished a backup there before this one had the lock.
      needBackupFolder(folder);
      clearFolder(folder);
      const { days, ...told } = await copyInto(plan, from, secrets);
      writeToBackup(folder, secrets);
      const names = [
        ...databases,
        ...[...secrets.keys()].map(secretPath),
        ...days.map((name) => `${dayFolder}/${name}`),
      ];
      const files: Record<string, Manifest['files'][string]> = {};
      for (const name of names) {
        const path = join(folder, name);
        chmodSync(path, 0o600);
        syncFile(path);
        files[name] = await factsOf(path);
      }
      const manifest: Manifest = { ...told, files };
      writeManifest(folder, manifest);
      return manifest;
    } finally {
      await lock.release();
      rmSync(join(folder, lockName), { force: true });
    }
  } finally {
    await from?.close();
  }
}

/** @returns what the manifest tells, and the names of the files of days. */
async function copyInto(
  { folder, migrations, source }: BackupPlan,
  from: Storage,
  secrets: SecretFiles,
): Promise<Omit<Manifest, 'files'> & { readonly days: readonly string[] }> {
  const id = randomUUID();
  const to = openStorage({ engine: 'sqlite', dataDir: folder });
  try {
    const { read, head, until, key } = await atOneInstant(from, async (trx) => ({
      read: await copyLeague({ trx, readChunks: from.readChunks }, to, id, migrations),
      head: await lastHead(trx),
      until: await lastMarkDone(trx),
      key: (await keysAfter(trx, 0)).at(-1)?.key,
    }));
    const keyFile = secrets.get(keyName);
    if (key !== undefined && keyFile !== undefined && !holdsKey(keyFile, key))
      throw new SetupError(
        'The key file is not the one that the public log of this data is signed by.',
        'Set DATA_DIR and PAPERTAPE_LOG_KEY_FILE as the service has them.',
      );
    const dayFiles = join(folder, dayFolder);
    const days = await copyDayFiles(to, source.dayFiles, dayFiles);
    const differences = await checkCopy(to, id, read, dayFiles);
    await writeUnserved(to, { state: 'backup', id });
    return {
      days,
      format: 'papertape-backup/1',
      id,
      made_at: iso(realNow()),
      version,
      migrations: migrations.map((m) => m.name).sort(),
      until: until === undefined ? null : iso(until),
      log: head ? { size: head.size, root: head.root.toString('hex') } : null,
      orders: ordersIn(read),
      differences,
      tables: read,
    };
  } finally {
    await to.close();
  }
}

const ordersIn = (read: TableDigests): number => read['intake.orders']?.rows ?? 0;

function needBackupFolder(folder: string): void {
  if (existsSync(folder)) {
    const strange = readdirSync(folder).filter((name) => !isOwn(name));
    if (hasManifest(folder))
      throw new SetupError(`${folder} holds a backup already.`, 'Name another folder: no backup is ever written over.');
    if (strange.length > 0)
      throw new SetupError(
        `${folder} is not empty: it has ${strange[0]}.`,
        'Name a folder that is empty or not there yet.',
      );
  }
  makePrivateFolder(folder, 'The folder of the backup', 'Name a folder that this user may make and write to.');
}

/** Removes what a backup left that was ended. */
function clearFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (isOwn(name) && !name.startsWith(lockName)) rmSync(join(folder, name), { recursive: true, force: true });
}
