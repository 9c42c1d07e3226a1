/**
 * The keys of the public log in a file of mode 0600, apart from the database: one in a line (`formatSigner`), the last one
 * signs. A key names its log, so that the name stays what it was at the first start, whatever address the service gets.
 */
import { readPrivateFile, writePrivateFile } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { formatKey, formatSigner, parseSigner, type NoteSigner } from '../tlog/note.ts';

/** The keys of the file, the oldest first; undefined when there is no file. @throws SetupError when it cannot be used. */
export function readLogKeys(file: string): readonly NoteSigner[] | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const signers = text
    .trim()
    .split('\n')
    .map((line) => parseSigner(line, 'note'));
  const [first] = signers;
  const isOneLog = first && signers.every((s) => s?.key.name === first.key.name);
  if (!isOneLog) throw new SetupError(`The file ${file} holds no keys of a log.`, 'Put the file back from a copy.');
  return signers as NoteSigner[];
}

/** Whether the text of a key file has a key, which is named as a vkey. */
export function holdsKey(text: string, vkey: string): boolean {
  return text
    .trim()
    .split('\n')
    .some((line) => {
      const signer = parseSigner(line, 'note');
      return signer !== undefined && formatKey(signer.key) === vkey;
    });
}

/** Writes all of it; it is on the disk, whole, before this returns. @param isNew never replaces a file that is there. */
export function writeLogKeys(file: string, signers: readonly NoteSigner[], isNew: boolean): void {
  writePrivateFile(file, signers.map((s) => `${formatSigner(s)}\n`).join(''), isNew);
}
