/**
 * Moves a league to another database, of either engine, while nobody serves it. Both databases say what goes on: the old one that it is being
 * moved, and then that it was; the new one that it is a copy that was not finished. At every moment one of them at most can be served.
 */
import { randomUUID } from 'node:crypto';
import { readOrigin } from '../engine/origin.ts';
import { SetupError } from '../lib/setup-error.ts';
import { seedHashOf } from '../sources/simulated/seed.ts';
import { openExisting } from '../storage/existing.ts';
import type { Migration } from '../storage/migration.ts';
import { lockData } from '../storage/prepare.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import { openStorage, withoutDayFiles, type Storage, type StorageTarget } from '../storage/storage.ts';
import {
  clearUnserved,
  placeOf,
  readUnserved,
  refuseUnserved,
  writeUnserved,
  type Unserved,
} from '../storage/unserved.ts';
import { checkCopy, copyLeague, needRoom, needWhole } from './copy-league.job.ts';
import { copyDayFiles } from './day-file-copies.ts';
import { putSecretFiles, readSecretFiles, type SecretPlaces } from './secrets.ts';

export interface MovePlan {
  readonly source: StorageTarget;
  readonly target: StorageTarget;
  readonly migrations: readonly Migration[];
  /** Where the secrets are, and where they are to be: the same where the data folder stays. */
  readonly places: { readonly from: SecretPlaces; readonly to: SecretPlaces };
}

export interface Moved {
  readonly rows: number;
  /** What the audit found different, in the old data as in the new. */
  readonly differences: number;
}

/** Goes on where an earlier move to the same place was ended. @throws SetupError where it cannot be done. */
export async function moveLeague({ source, target, migrations, places }: MovePlan): Promise<Moved> {
  return await withSource(source, async (from) => {
    const lock = await lockData(target);
    const to = openStorage(withoutDayFiles(target), { connections: 2 });
    try {
      const why = await readUnserved(from);
      if (why && !(await isUnderWay(why, to))) await refuseUnserved(from);
      await needRoom(to);
      await needWhole(from, migrations);
      const seedHash = seedHashOf((await readOrigin(from.db))?.source ?? '');
      const secrets = readSecretFiles(places.from, seedHash);
      putSecretFiles(secrets, places.to, seedHash, true);
      const id = await beginMove(from, why, placeOf(target));
      const read = await onSnapshot(
        from.db,
        async (trx) => await copyLeague({ trx, readChunks: from.readChunks }, to, id, migrations),
      );
      await copyDayFiles(to, source.dayFiles, target.dayFiles);
      const differences = await checkCopy(to, id, read, target.dayFiles);
      putSecretFiles(secrets, places.to, seedHash);
      // In this order: the old data must not be served any more before the new data can be.
      await writeUnserved(from, { state: 'moved', id, to: placeOf(target) });
      await clearUnserved(to);
      return { rows: Object.values(read).reduce((n, { rows }) => n + rows, 0), differences };
    } finally {
      await to.close();
      await lock.release();
    }
  });
}

/** The league goes on where it was. What arrived elsewhere by then is served by nobody. @throws SetupError unless a move is under way. */
export async function cancelMove(source: StorageTarget): Promise<void> {
  await withSource(source, async (from) => {
    const why = await readUnserved(from);
    if (why?.state === 'moving') return await clearUnserved(from);
    if (why?.state === 'moved') await refuseUnserved(from);
    throw new SetupError(`${placeOf(source)} is not being moved.`, 'There is nothing to cancel.');
  });
}

/** A move that was ended may go on, or to another place; one of which only the last step is left may be finished. */
async function isUnderWay(why: Unserved, to: Storage): Promise<boolean> {
  if (why.state !== 'moved') return why.state === 'moving';
  const arriving = await readUnserved(to);
  return why.to === placeOf(to.target) && arriving?.state === 'copying' && arriving.id === why.id;
}

/** @returns what names this move, the same when it goes on. */
async function beginMove(from: Storage, why: Unserved | undefined, to: string): Promise<string> {
  if (why?.state === 'moved') return why.id;
  const id = why?.state === 'moving' && why.to === to ? why.id : randomUUID();
  await writeUnserved(from, { state: 'moving', id, to });
  return id;
}

/** @throws SetupError when there is no league, or it is served. */
async function withSource<T>(source: StorageTarget, use: (from: Storage) => Promise<T>): Promise<T> {
  const from = await openExisting(withoutDayFiles(source));
  if (!from || !(await readOrigin(from.db))) {
    await from?.close();
    throw new SetupError(
      `${placeOf(source)} holds no league.`,
      'Set DATA_DIR or DATABASE_URL to what the service was started with.',
    );
  }
  try {
    const lock = await lockData(source);
    try {
      return await use(from);
    } finally {
      await lock.release();
    }
  } finally {
    await from.close();
  }
}
