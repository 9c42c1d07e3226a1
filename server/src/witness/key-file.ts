/** The private key of a witness in a file of mode 0600: one line (`formatSigner`). */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from '../lib/setup-error.ts';
import { formatSigner, parseSigner, type NoteSigner } from '../tlog/note.ts';

/** The key of the file; undefined when there is no file. @throws SetupError when others may read it, or it holds no key of a witness. */
export function readKeyFile(file: string): NoteSigner | undefined {
  if (!existsSync(file)) return undefined;
  // What a first start left that was cut off within the last step of `writeKeyFile`.
  rmSync(`${file}.new`, { force: true });
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) !== 0)
    throw new SetupError(
      `The key file ${file} may be read by other users of this machine (mode ${mode.toString(8)}).`,
      `Take the right away: chmod 600 ${file}`,
    );
  const signer = parseSigner(readFileSync(file, 'utf8').trim(), 'cosignature');
  if (!signer)
    throw new SetupError(
      `The file ${file} holds no key of a witness.`,
      'Put the file back from a copy, or begin a new witness: another data folder and another key file.',
    );
  return signer;
}

/** Writes a key that no file holds yet. It is on the disk, whole, before this returns. */
export function writeKeyFile(file: string, signer: NoteSigner): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  const opened = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(opened, `${formatSigner(signer)}\n`);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  // A link, unlike renaming, never replaces a key that is there.
  linkSync(fresh, file);
  rmSync(fresh);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
