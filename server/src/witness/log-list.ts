/**
 * The logs that a witness follows, as lines of vkeys (tlog/key-list.ts). A log may have several keys, one line each, while it changes from
 * one to another.
 */
import { SetupError } from '../lib/setup-error.ts';
import { readKey, type GivenKey } from '../tlog/key-list.ts';
import { formatKey, type NoteKey } from '../tlog/note.ts';

/** The keys of each log, by its origin: the name of the keys. */
export type LogList = ReadonlyMap<string, readonly NoteKey[]>;

/** @throws SetupError when one is no key of a log, or there is none. */
export function readLogList(given: readonly GivenKey[]): LogList {
  if (given.length === 0)
    throw new SetupError(
      'This witness has no log to follow.',
      'Give the key of each log, as its league shows it: --log VKEY (may be given several times), or --logs FILE with one on each line.',
    );
  const logs = new Map<string, NoteKey[]>();
  for (const each of given) {
    const key = readKey(each, 'note');
    const known = logs.get(key.name) ?? [];
    if (!known.some((other) => formatKey(other) === formatKey(key))) logs.set(key.name, [...known, key]);
  }
  return logs;
}
