/** Finds an entry that a path names, as everyone sees it. */
import { ApiError } from 'papertape-contract/errors';
import { shown } from '../lib/text.ts';
import { entryById } from './entries.sql.ts';
import { entryNumber, unseen, type Entry, type Unseen } from './entry.ts';
import type { Showcase } from './open-showcase.ts';

const why: Readonly<Record<Exclude<Unseen, 'test'>, string>> = {
  banned: 'is of a bot that the operator has banned: GET /api/incidents has the reason',
  'by the operator': 'was hidden by the operator: GET /api/incidents has the reason',
  reported: 'was reported, and is hidden until the operator decides',
};

/** @returns undefined when there is none. */
export async function anyEntry({ db }: Pick<Showcase, 'db'>, id: string): Promise<Entry | undefined> {
  const number = entryNumber(id);
  return number === undefined ? undefined : await entryById(db, number);
}

/** Throws ApiError (404) for one that not everyone sees. */
export async function seenEntry(showcase: Pick<Showcase, 'db' | 'decided'>, id: string): Promise<Entry> {
  const entry = await anyEntry(showcase, id);
  return checkSeen(showcase, entry, id);
}

/** Throws the same. */
export function checkSeen<E extends Pick<Entry, 'id' | 'botId' | 'test' | 'reports'>>(
  { decided }: Pick<Showcase, 'decided'>,
  entry: E | undefined,
  id: string,
): E {
  const reason = entry && unseen(entry, decided());
  if (entry && reason === undefined) return entry;
  // A test of another bot is as if it were not there.
  const what = reason === undefined || reason === 'test' ? undefined : why[reason];
  throw new ApiError(
    'entry_not_found',
    what === undefined ? `The showcase has no entry "${shown(id)}".` : `Entry ${shown(id)} ${what}.`,
  );
}
