/**
 * Export: one day of the public log as a file, with what its hashes stand for, written as it is read, so that memory stays flat however
 * large the day was.
 *
 * A day has the marks whose instants fall on it: the close `2026-11-22` (00:00) stands in the file of 2026-11-22. Orders that still
 * wait, and sandbox orders, are there as entries only. All of it was decided when the day's last mark was done, and the log never
 * changes: the same day gives the same file whenever it is made. What is found out about a day later, such as a block that a chain
 * replaced, stands in the log at the mark after that.
 */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { iso, isoDate } from '../../lib/clock.ts';
import { dayFileName } from '../../lib/day-file-name.ts';
import { syncFile } from '../../lib/durable-file.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { onSnapshot } from '../../storage/snapshot.ts';
import { firstMarkOf, readOrigin } from '../../engine/origin.ts';
import { lastMarkDone, readMeta } from '../../engine/progress.sql.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { dayLines, type Facts } from './day-content.ts';
import { createDayLines } from './day-lines.ts';

export interface ExportedDay {
  readonly file: string;
  /** SHA-256 of the uncompressed text. */
  readonly hash: string;
  readonly lines: number;
}

/** Writes the file of a day into a folder. Reads only; a running league may go on meanwhile. */
export async function exportDay(storage: Storage, date: string, folder: string): Promise<ExportedDay> {
  return await onSnapshot(storage.db, async (trx) => {
    const facts = await readFacts(trx);
    const day = Date.parse(date);
    if (day + dayMs <= facts.firstMark)
      throw new SetupError(`The league began on ${isoDate(facts.firstMark)}.`, 'Name that day or a later one.');
    if (facts.progress < day + dayMs - markMs)
      throw new SetupError(
        `${date} is not over: its last mark is not done yet.`,
        `Wait until ${iso(day + dayMs)}, or name an earlier day.`,
      );
    const file = join(folder, dayFileName(date));
    const lines = createDayLines();
    const part = `${file}.part`;
    try {
      const text = Readable.from(withLineFeeds(dayLines({ storage, trx }, facts, day, lines)));
      await pipeline(text, createGzip({ level: 6 }), createWriteStream(part));
      // Readings may be deleted once their file is there: it outlasts a power cut.
      syncFile(part);
      renameSync(part, file);
      syncFile(folder);
    } catch (e) {
      rmSync(part, { force: true });
      throw e;
    }
    return { file, hash: lines.digest(), lines: lines.count() };
  });
}

async function readFacts(trx: Trx): Promise<Facts> {
  const progress = await lastMarkDone(trx);
  const origin = await readOrigin(trx);
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined || progress === undefined)
    throw new SetupError('The data holds no mark yet.', 'Start it once with papertape serve.');
  return { source: origin.source, firstMark: firstMarkOf(origin.openedAt), progress, market };
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
