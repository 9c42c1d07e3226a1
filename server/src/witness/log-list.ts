/**
 * The logs that a witness follows, as lines of vkeys: `origin+12345678+base64`. A log may have several keys, one line each, while it
 * changes from one to another.
 *
 *     # my friends' league
 *     league.example+8a3f01c2+AWVqXbG…
 */
import { SetupError } from '../lib/setup-error.ts';
import { formatKey, parseKey, type NoteKey } from '../tlog/note.ts';

/** The keys of each log, by its origin: the name of the keys. */
export type LogList = ReadonlyMap<string, readonly NoteKey[]>;

/** A vkey, and where it was given: `--log`, or `logs.txt, line 3`. */
export interface GivenKey {
  readonly vkey: string;
  readonly where: string;
}

/** The lines of a file of logs; empty ones and those that begin with `#` are left out. */
export function keysOfFile(text: string, file: string): GivenKey[] {
  return text
    .split('\n')
    .map((line, i) => ({ vkey: line.trim(), where: `${file}, line ${i + 1}` }))
    .filter(({ vkey }) => vkey !== '' && !vkey.startsWith('#'));
}

/** @throws SetupError when one is no key of a log, or there is none. */
export function readLogList(given: readonly GivenKey[]): LogList {
  if (given.length === 0)
    throw new SetupError(
      'This witness has no log to follow.',
      'Give the key of each log, as its league shows it: --log VKEY (may be given several times), or --logs FILE with one on each line.',
    );
  const logs = new Map<string, NoteKey[]>();
  for (const { vkey, where } of given) {
    const key = parseKey(vkey);
    if (!key)
      throw new SetupError(
        `${where}: "${vkey}" is no key of a log.`,
        'A key is one line such as league.example+8a3f01c2+AWVqXbG…, without spaces and complete: copy it once more.',
      );
    if (key.kind !== 'note')
      throw new SetupError(
        `${where}: the key of "${key.name}" is that of a witness, not of a log.`,
        'Ask the league for the key of its log.',
      );
    const known = logs.get(key.name) ?? [];
    if (!known.some((each) => formatKey(each) === formatKey(key))) logs.set(key.name, [...known, key]);
  }
  return logs;
}
