/** Files with a secret in them, and their folders: readable by their owner only, and on the disk, whole, once they are written. */
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { writeDurably } from './durable-file.ts';
import { SetupError } from './setup-error.ts';
import { messageOf } from './text.ts';

/** @param what names it: `The data folder`. @throws SetupError when it cannot be made or written to. */
export function makePrivateFolder(folder: string, what: string, fix: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (e) {
    throw new SetupError(`${what} ${folder} cannot be used: ${messageOf(e)}`, fix);
  }
}

/** @returns undefined when there is no file. @throws SetupError when it cannot be read, or others may read it. */
export function readPrivateFile(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (e) {
    if ((e as { code?: string }).code === 'ENOENT') return undefined;
    throw new SetupError(`The key file ${file} cannot be read: ${String(e)}.`, 'Give its user the right to read it.');
  }
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return text;
  throw new SetupError(
    `The key file ${file} may be read by other users of this machine (mode ${mode.toString(8)}).`,
    `Take the right away: chmod 600 ${file}`,
  );
}

/** @param isNew never replaces a file that is there: another process was quicker, and what it wrote holds. */
export function writePrivateFile(file: string, text: string, isNew: boolean): void {
  try {
    writeDurably(file, text, { isPrivate: true, isNew });
  } catch (e) {
    if (isNew && (e as { code?: string }).code === 'EEXIST') return;
    throw new SetupError(
      `The key file ${file} cannot be written: ${String(e)}.`,
      'Set PAPERTAPE_LOG_KEY_FILE to a file that can be written and is kept, such as one in a volume.',
    );
  }
}
