/** The files of days go where a league goes, as far as its database says that readings stand in them. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lastDayMoved } from '../engine/progress.sql.ts';
import { isoDate } from '../lib/clock.ts';
import { dateOfFileName } from '../lib/day-file-name.ts';
import { syncFile } from '../lib/durable-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Storage } from '../storage/storage.ts';
import { factsOf } from './manifest.ts';

/** In the folder of a backup. */
export const dayFolder = 'days';

/**
 * Copies the files that the rows of `league` point to. A file that is there already stays if it is the same.
 * @returns their names. @throws SetupError when another file of that name is there. One that is missing is found out by the audit.
 */
export async function copyDayFiles(
  league: Pick<Storage, 'db'>,
  from: string | undefined,
  to: string | undefined,
): Promise<string[]> {
  const moved = await lastDayMoved(league.db);
  if (moved === undefined || from === undefined || to === undefined || !existsSync(from)) return [];
  const names = readdirSync(from)
    .filter((name) => (dateOfFileName(name) ?? '9') <= isoDate(moved))
    .sort();
  if (resolve(from) === resolve(to) || names.length === 0) return names;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of names) await copyFile(join(from, name), join(to, name));
  syncFile(to);
  return names;
}

async function copyFile(from: string, to: string): Promise<void> {
  if (existsSync(to)) {
    if ((await factsOf(to)).sha256 === (await factsOf(from)).sha256) return;
    throw new SetupError(
      `The file ${to} is there already, and is another one.`,
      'Move it away, or set PAPERTAPE_DAY_FILES to a folder of its own.',
    );
  }
  const part = `${to}.part`;
  copyFileSync(from, part);
  syncFile(part);
  renameSync(part, to);
}
