/** Writes the file of one day in a thread of its own. Started by file-days.job.ts. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openStorage, type StorageTarget } from '../../storage/storage.ts';
import { exportDay } from './export-day.ts';

export interface ExportInput {
  readonly target: StorageTarget;
  readonly date: string;
  readonly folder: string;
}

const { target, date, folder } = workerData as ExportInput;
// On Linux a priority is that of a thread: marks and requests come first. Elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
const storage = openStorage(target, { connections: 1 });
try {
  parentPort?.postMessage(await exportDay(storage, date, folder));
} finally {
  await storage.close();
}
