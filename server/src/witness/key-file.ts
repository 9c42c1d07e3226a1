/** The private key of a witness in a file of its own: one line (`formatSigner`). */
import { readPrivateFile, writePrivateFile } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { formatSigner, parseSigner, type NoteSigner } from '../tlog/note.ts';

/** The key of the file; undefined when there is no file. @throws SetupError when others may read it, or it holds no key of a witness. */
export function readKeyFile(file: string): NoteSigner | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const signer = parseSigner(text.trim(), 'cosignature');
  if (signer) return signer;
  throw new SetupError(
    `The file ${file} holds no key of a witness.`,
    'Put the file back from a copy, or begin a new witness: another data folder and another key file.',
  );
}

/** Writes a key that no file holds yet. */
export function writeKeyFile(file: string, signer: NoteSigner): void {
  const text = `${formatSigner(signer)}\n`;
  writePrivateFile(file, text, true);
  if (readPrivateFile(file) === text) return;
  throw new SetupError(`There is a key file ${file} already.`, 'Start again: the key that it holds is used.');
}
