/**
 * The keys of the public log in a file of mode 0600, apart from the database: one in a line (`formatSigner`), the last one
 * signs. A key names its log, so that the name stays what it was at the first start, whatever address the service gets.
 */
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from '../lib/setup-error.ts';
import { formatSigner, parseSigner, type NoteSigner } from '../tlog/note.ts';

/** The keys of the file, the oldest first; undefined when there is no file. @throws SetupError when it cannot be used. */
export function readLogKeys(file: string): readonly NoteSigner[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (e) {
    if ((e as { code?: string }).code === 'ENOENT') return undefined;
    throw new SetupError(`The key file ${file} cannot be read: ${String(e)}.`, 'Give its user the right to read it.');
  }
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new SetupError(
      `The key file ${file} may be read by other users of this machine (mode ${mode.toString(8)}).`,
      `Take the right away: chmod 600 ${file}`,
    );
  }
  const signers = text
    .trim()
    .split('\n')
    .map((line) => parseSigner(line, 'note'));
  const [first] = signers;
  const isOneLog = first && signers.every((s) => s?.key.name === first.key.name);
  if (!isOneLog) throw new SetupError(`The file ${file} holds no keys of a log.`, 'Put the file back from a copy.');
  return signers as NoteSigner[];
}

/** Writes all of it; it is on the disk, whole, before this returns. @param isNew never replaces a file that is there. */
export function writeLogKeys(file: string, signers: readonly NoteSigner[], isNew: boolean): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(fresh, { force: true });
    const opened = openSync(fresh, 'wx', 0o600);
    try {
      writeSync(opened, signers.map((s) => `${formatSigner(s)}\n`).join(''));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    if (isNew) linkSync(fresh, file);
    else renameSync(fresh, file);
    const folder = openSync(dirname(file), 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch (e) {
    // Another process was quicker: its key holds.
    if (isNew && (e as { code?: string }).code === 'EEXIST') return;
    throw new SetupError(
      `The key file ${file} cannot be written: ${String(e)}.`,
      'Set PAPERTAPE_LOG_KEY_FILE to a file that can be written and is kept, such as one in a volume.',
    );
  } finally {
    rmSync(fresh, { force: true });
  }
}
