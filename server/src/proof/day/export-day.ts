/**
 * Export: the facts of one day as lines of JSON, written as they are read, so that memory stays flat however large the day was.
 *
 * A day has the marks whose instants fall on it: the close `2026-11-22` (00:00) stands in the file of 2026-11-22. Orders that still
 * wait, and sandbox orders, are there with their receipts only. The same day gives the same file whenever it is made.
 */
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { onSnapshot } from '../../storage/snapshot.ts';
import { lastMarkDone, readMeta } from '../../engine/progress.sql.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { dayLines, type Facts, type Source } from './day-content.ts';
import { createDayLines, dayFileName } from './day-lines.ts';

export interface ExportedDay {
  readonly file: string;
  /** SHA-256 of the uncompressed text. */
  readonly hash: string;
  readonly lines: number;
  /** Where the hash of the day before comes from. */
  readonly previous: 'the first day' | 'its file' | 'made again';
}

/** Writes the file of a day into a folder. Reads only; a running league may go on meanwhile. */
export async function exportDay(storage: Storage, date: string, folder: string): Promise<ExportedDay> {
  return await onSnapshot(storage.db, async (trx) => {
    const facts = await readOrigin(trx);
    const day = Date.parse(date);
    if (day < facts.firstDay)
      throw new SetupError(`The league began on ${isoDate(facts.firstDay)}.`, 'Name that day or a later one.');
    if (facts.progress < day + dayMs - markMs)
      throw new SetupError(
        `${date} is not over: its last mark is not done yet.`,
        `Wait until ${iso(day + dayMs)}, or name an earlier day.`,
      );
    const before = await previousHash({ storage, trx }, facts, day, folder);
    const file = join(folder, dayFileName(date));
    const lines = createDayLines();
    const part = `${file}.part`;
    try {
      const text = Readable.from(withLineFeeds(dayLines({ storage, trx }, facts, day, before.hash, lines)));
      await pipeline(text, createGzip({ level: 6 }), createWriteStream(part));
      renameSync(part, file);
    } catch (e) {
      rmSync(part, { force: true });
      throw e;
    }
    return { file, hash: lines.digest(), lines: lines.count(), previous: before.from };
  });
}

async function readOrigin(trx: Trx): Promise<Facts> {
  const progress = await lastMarkDone(trx);
  const origin = await readMeta(trx, 'origin');
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined || progress === undefined)
    throw new SetupError('The data holds no mark yet.', 'Start it once with papertape serve.');
  const { openedAt, source } = JSON.parse(origin) as { openedAt: number; source: string };
  const firstMark = Math.ceil(openedAt / markMs) * markMs;
  return {
    source,
    firstDay: Math.floor(firstMark / dayMs) * dayMs,
    progress,
    versions: JSON.parse(market) as { from: Instant }[],
  };
}

/** From the file of the day before where it is in the folder; else by making the days again, without writing them. */
async function previousHash(
  source: Source,
  facts: Facts,
  day: Instant,
  folder: string,
): Promise<{ hash: string; from: ExportedDay['previous'] }> {
  if (day <= facts.firstDay) return { hash: '', from: 'the first day' };
  let from = day;
  while (from > facts.firstDay && !existsSync(join(folder, dayFileName(isoDate(from - dayMs))))) from -= dayMs;
  const file = join(folder, dayFileName(isoDate(from - dayMs)));
  let hash = from > facts.firstDay ? await hashOfFile(file) : '';
  for (let d = from; d < day; d += dayMs) {
    const lines = createDayLines();
    // Each line is made for its hash alone.
    for await (const _line of dayLines(source, facts, d, hash, lines));
    hash = lines.digest();
  }
  return { hash, from: from === day ? 'its file' : 'made again' };
}

/** SHA-256 of the uncompressed text. */
export async function hashOfFile(file: string): Promise<string> {
  const whole = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), whole);
  return whole.digest('hex');
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
