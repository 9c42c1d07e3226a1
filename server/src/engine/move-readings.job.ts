/**
 * Moves readings out of the database once they are older than is kept: the file of their day is there, its hash is an entry of the public log,
 * and each text of the day is in it as it is stored. One transaction puts in place of all texts of a day where they are, from the oldest day
 * on. Ended at any moment it leaves whole days; the rows themselves stay, and so does all that refers to them.
 */
import { claimProgress, lastDayMoved, lastMarkDone, writeLastDayMoved } from './progress.sql.ts';
import { moveText, readingsOfDay } from './move-readings.sql.ts';
import { isoDate, type Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { dayMs } from '../lib/time.ts';
import { dayFiledAs } from '../operator/filed-day.sql.ts';
import { createDayFiles, DayFileFault, type DayFile } from '../storage/day-files.ts';
import { movedText, readMovedText } from '../storage/day-text.ts';
import type { Storage } from '../storage/storage.ts';

export interface MoveReadingsDeps {
  readonly storage: Storage;
  readonly firstMark: Instant;
  /** After the end of their day; undefined keeps readings in the database for good. */
  readonly keepReadingsMs: number | undefined;
  readonly log: Log;
}

/** Moves every day that is due. */
export type MoveReadings = (stop?: AbortSignal) => Promise<void>;

export function createMoveReadings({ storage, firstMark, keepReadingsMs, log }: MoveReadingsDeps): MoveReadings {
  const { db, target } = storage;
  /** Told of once, not with every mark. */
  let faulty: string | undefined;
  if (keepReadingsMs === undefined || target.dayFiles === undefined) return async () => undefined;
  const keepMs = keepReadingsMs;
  const files = createDayFiles(target.dayFiles);

  async function moveNext(): Promise<boolean> {
    const lastMark = await lastMarkDone(db);
    const moved = await lastDayMoved(db);
    const day = moved === undefined ? firstMark - (firstMark % dayMs) : moved + dayMs;
    if (lastMark === undefined || lastMark < day + dayMs + keepMs) return false;
    const date = isoDate(day);
    const hash = await dayFiledAs(db, date);
    if (hash === undefined) return false;
    const file = await fileWith(date, hash);
    if (!file) return false;
    const rows = await moveDay(storage, day, file);
    log.info('the readings of a day stand in its file from now on', { day: date, rows });
    return true;
  }

  /** The file that the log tells of; undefined where it is not there. */
  async function fileWith(date: string, hash: string): Promise<DayFile | undefined> {
    let why = 'the file has another hash than the public log says';
    try {
      const file = await files.read(date);
      if (file.hash === hash) return file;
    } catch (e) {
      if (!(e instanceof DayFileFault)) throw e;
      why = e.message;
    }
    if (faulty !== date) log.error('the readings of a day stay in the database', { day: date, why });
    faulty = date;
    return undefined;
  }

  return async (stop) => {
    while (!stop?.aborted && (await moveNext()));
  };
}

async function moveDay({ db, engine }: Storage, day: Instant, file: DayFile): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await claimProgress(trx, engine);
    const rows = await readingsOfDay(trx, day, day + dayMs);
    for (const { mark, attempt, readAt, readings } of rows) {
      if (readMovedText(readings)) continue;
      if (file.textOf(mark, attempt) !== readings)
        throw new Error(`the file of ${isoDate(day)} has other readings of ${mark}, attempt ${attempt}`);
      await moveText(trx, mark, attempt, movedText(mark, attempt, readAt, readings));
    }
    await writeLastDayMoved(trx, day);
    return rows.length;
  });
}
