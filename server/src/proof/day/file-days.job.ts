/**
 * Files days: writes the file of each day that is older than readings are kept, and asks for the entry of the public log that has its hash. Once
 * the log has it the engine moves the readings (engine/move-readings.job.ts).
 */
import { mkdirSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { dayFilesFolder } from '../../engine/storage-target.ts';
import { firstMarkOf, readOrigin } from '../../engine/origin.ts';
import { lastMarkDone } from '../../engine/progress.sql.ts';
import { answerOfThread } from '../../lib/answer-of-thread.ts';
import { isoDate, type Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import { errorText, type Log } from '../../lib/log.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { moduleUrl } from '../../lib/module-url.ts';
import { realNow } from '../../lib/real-clock.ts';
import { dayMs } from '../../lib/time.ts';
import { insertAction } from '../../operator/action.sql.ts';
import { filedReason } from '../../operator/filed-day.ts';
import { isFiling, lastDayFiled } from '../../operator/filed-day.sql.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ExportedDay } from './export-day.ts';
import type { ExportInput } from './worker.ts';

export interface FileDaysDeps {
  readonly config: Pick<Config, 'keepReadingsMs' | 'dataDir' | 'dayFiles'>;
  readonly storage: Pick<Storage, 'db' | 'target'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  readonly log: Log;
}

/** @returns false when there is no day to file now. */
export async function fileNextDay(
  { config, storage: { db, target }, clock, ids, log }: FileDaysDeps,
  stop?: AbortSignal,
): Promise<boolean> {
  const date = await dueDate(db, config.keepReadingsMs);
  if (date === undefined) return false;
  const folder = dayFilesFolder(config);
  mkdirSync(folder, { recursive: true });
  const workerData: ExportInput = { target, date, folder };
  const how = { of: 'the file of a day', workerData, stop };
  const { hash } = await answerOfThread<ExportedDay>(moduleUrl('proof/day/worker'), how);
  const about = { kind: 'day', id: date } as const;
  const reason = filedReason(date, hash);
  await insertAction(db, { id: ids.next('act', realNow()), at: clock.now(), action: 'file_day', about, reason });
  log.info('the file of a day was written', { day: date, sha256: hash });
  return true;
}

/** One day after the other: the next once the log has the last. */
async function dueDate(db: Storage['db'], keepMs: number | undefined): Promise<string | undefined> {
  const origin = await readOrigin(db);
  const lastMark = await lastMarkDone(db);
  if (keepMs === undefined || !origin || lastMark === undefined) return undefined;
  const filed = await lastDayFiled(db);
  const day = filed === undefined ? firstMarkOf(origin.openedAt) : Date.parse(filed) + dayMs;
  const date = isoDate(day);
  if (lastMark < Date.parse(date) + dayMs + keepMs || (await isFiling(db))) return undefined;
  return date;
}

/** Real milliseconds between two looks whether a day is due, and between two of many that are. */
const lookMs = 20_000;
const restMs = 1_000;

export function fileDays(deps: FileDaysDeps): Loop | undefined {
  if (deps.config.keepReadingsMs === undefined) return undefined;
  return startLoop({
    round: async (stop) => ((await fileNextDay(deps, stop)) ? restMs : lookMs),
    onFault: (e) => deps.log.error('the file of a day was not written; it is tried again', { error: errorText(e) }),
    pauseMs: { first: 5_000, max: 600_000 },
  });
}
