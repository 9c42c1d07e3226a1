/** Processes of a league that are of another version than this one: what they do not know must not be taken from under them. */
import { version } from '../lib/version.ts';
import { versionsSeen } from './cluster.sql.ts';
import type { Storage } from './storage.ts';

/** @param isServing whoever served before this process is gone. @returns each in words; none on the embedded engine, which one process has for itself. */
export async function otherVersions(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  { isServing }: { readonly isServing: boolean },
): Promise<string[]> {
  if (engine === 'sqlite') return [];
  return (await versionsSeen(db))
    .filter((seen) => seen.version !== version && !(isServing && seen.role === 'serving'))
    .map(({ role, address, version: theirs }) => {
      const what = theirs === '' ? 'of a version that it has not told' : theirs;
      return `${role} at ${address ?? 'this machine'}, ${what}`;
    });
}
