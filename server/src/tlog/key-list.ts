/**
 * Keys of logs and of witnesses as somebody lists them: lines of vkeys, `name+12345678+base64`, in a file or on a command line.
 *
 *     # my friends' witness
 *     witness.example+5d1c0b7e+BJ0xk…
 */
import { SetupError } from '../lib/setup-error.ts';
import { parseKey, type NoteKey } from './note.ts';

/** A vkey, and where it was given: `--log`, or `logs.txt, line 3`. */
export interface GivenKey {
  readonly vkey: string;
  readonly where: string;
}

/** The lines of a file of keys; empty ones and those that begin with `#` are left out. */
export function keysOfFile(text: string, file: string): GivenKey[] {
  return text
    .split('\n')
    .map((line, i) => ({ vkey: line.trim(), where: `${file}, line ${i + 1}` }))
    .filter(({ vkey }) => vkey !== '' && !vkey.startsWith('#'));
}

const words = {
  note: { is: 'a log', ask: 'Ask the league for the key of its log.' },
  cosignature: { is: 'a witness', ask: 'Ask whoever runs the witness for its key.' },
} as const;

/** @throws SetupError when it is no key, or one of the other kind. */
export function readKey({ vkey, where }: GivenKey, kind: NoteKey['kind']): NoteKey {
  const key = parseKey(vkey);
  const { is, ask } = words[kind];
  if (!key)
    throw new SetupError(
      `${where}: "${vkey}" is no key of ${is}.`,
      'A key is one line such as league.example+8a3f01c2+AWVqXbG…, without spaces and complete: copy it once more.',
    );
  if (key.kind !== kind)
    throw new SetupError(`${where}: the key of "${key.name}" is that of ${words[key.kind].is}, not of ${is}.`, ask);
  return key;
}
