/**
 * The files of days as a place of readings: their texts by mark and attempt. A file is read whole when one of its texts is asked for, and the
 * last few stay in memory, since whoever asks for one mark of a day mostly asks for the next.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { Instant } from '../lib/clock.ts';
import { createLeast } from '../lib/least-recent.ts';
import { dayFileName } from '../lib/day-file-name.ts';
import { sha256 } from '../lib/hash.ts';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import type { MovedText } from './day-text.ts';

/** A text that stands in the file of a day cannot be read: the file is not there, or is another one. */
export class DayFileFault extends SetupError {
  readonly date: string;

  constructor(date: string, folder: string, why: string) {
    super(
      `The readings of ${date} stand in ${join(folder, dayFileName(date))}, and ${why}.`,
      'Put the file of that day back, from a backup or from whoever keeps it; PAPERTAPE_DAY_FILES says where they are.',
    );
    this.name = 'DayFileFault';
    this.date = date;
  }
}

export interface DayFile {
  /** SHA-256 of the uncompressed text. */
  readonly hash: string;
  textOf(mark: Instant, attempt: number): string | undefined;
}

export interface DayFiles {
  /** @throws DayFileFault when the file is not there or cannot be read. */
  read(date: string): Promise<DayFile>;
  /** @throws DayFileFault when the file has no such text. */
  textOf(moved: MovedText): Promise<string>;
}

/** Files in memory, each with some 2.5 MB. */
const filesMax = 3;

export function createDayFiles(folder: string): DayFiles {
  const kept = createLeast<Promise<DayFile>>(filesMax);

  function keep(date: string): Promise<DayFile> {
    return kept.get(date, () => {
      const file = readDayFile(folder, date);
      // One that could not be read is tried again: the operator may have put it back.
      file.catch(() => kept.forget(date));
      return file;
    });
  }

  return {
    read: (date) => readDayFile(folder, date),
    async textOf({ day, mark, attempt, sha256: hash }) {
      const text = (await keep(day)).textOf(mark, attempt);
      if (text !== undefined && sha256(text) === hash) return text;
      kept.forget(day);
      throw new DayFileFault(day, folder, 'that file has other readings than the database says');
    },
  };
}

async function readDayFile(folder: string, date: string): Promise<DayFile> {
  const whole = createHash('sha256');
  const texts = new Map<string, string>();
  const take = (line: string): void => {
    if (!line.startsWith('{"kind":"readings"')) return;
    const { mark, attempt, text } = JSON.parse(line) as { mark: string; attempt: number; text: string };
    texts.set(`${Date.parse(mark)} ${attempt}`, text);
  };
  try {
    await pipeline(
      createReadStream(join(folder, dayFileName(date))),
      createGunzip(),
      async (unpacked: AsyncIterable<Buffer>) => {
        const decoder = new StringDecoder();
        let rest = '';
        for await (const part of unpacked) {
          whole.update(part);
          const lines = (rest + decoder.write(part)).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) take(line);
        }
        take(rest);
      },
    );
  } catch (e) {
    const isThere = (e as { code?: string }).code !== 'ENOENT';
    throw new DayFileFault(date, folder, isThere ? `it cannot be read: ${messageOf(e)}` : 'that file is not there');
  }
  return { hash: whole.digest('hex'), textOf: (mark, attempt) => texts.get(`${mark} ${attempt}`) };
}
