/** Makes one backup in a thread of its own, so that neither requests nor marks wait for it. Started by backups.ts. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Migration } from '../storage/migration.ts';
import type { StorageTarget } from '../storage/storage.ts';
import { makeBackup } from './make-backup.job.ts';
import type { SecretPlaces } from './secrets.ts';

export interface BackupInput {
  readonly source: StorageTarget;
  readonly places: SecretPlaces;
  readonly folder: string;
  /** With the statements of the embedded engine, which every backup is of. */
  readonly migrations: readonly (Pick<Migration, 'name' | 'kind'> & { readonly statements: readonly string[] })[];
}

const { source, places, folder, migrations } = workerData as BackupInput;
// On Linux a priority is that of a thread: marks and requests come first. Elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
parentPort?.postMessage(
  await makeBackup({
    source,
    places,
    folder,
    migrations: migrations.map((m) => ({ ...m, statements: () => m.statements })),
  }),
);
