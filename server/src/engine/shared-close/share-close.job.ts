/** The part of an open mark that the process that serves has in it: it closes leagues with the others, waits for theirs, and ends the mark. */
import type { Instant } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { pause } from '../../lib/loop.ts';
import { steadyNow } from '../../lib/real-clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { closeNext } from './close-next.job.ts';
import { countDueCloses, endStalledClosers } from './open-mark.sql.ts';
import type { OpenMark } from './open-mark.ts';

/** Between two looks whether the others are done. */
const lookMs = 20;
/** How long a process that holds a league may leave the server waiting: longer than any piece of work takes between two statements. */
export const stalledMsMax = 10_000;

export interface ShareDeps {
  readonly storage: Storage;
  readonly rulesVersion: string;
  readonly realNow: () => number;
  readonly log: Log;
}

/**
 * Resolves when every league of the open mark is closed. A stop is no reason to leave it half done: the next process may have other rules.
 * @throws where the mark was begun under other rules than this program's: the version of Papertape that began it has to end it.
 */
export async function shareClose(deps: ShareDeps, open: OpenMark): Promise<void> {
  const { storage, rulesVersion, realNow, log } = deps;
  if (open.rulesVersion !== rulesVersion)
    throw new Error(
      'the close of a mark was begun under other rules: the version of Papertape that began it has to end it',
    );
  const closer = { storage, realNow, isOurs: ({ mark }: { readonly mark: Instant }) => mark === open.mark };
  let waitsSince: number | undefined;
  for (;;) {
    if (await closeNext(closer)) {
      waitsSince = undefined;
      continue;
    }
    if ((await countDueCloses(storage.db)) === 0) return;
    waitsSince ??= steadyNow();
    if (steadyNow() - waitsSince > stalledMsMax) {
      const ended = await endStalledClosers(storage.db, stalledMsMax);
      if (ended > 0) log.warn('sessions that stood still amid the close of a league were ended', { ended });
      waitsSince = undefined;
    }
    await pause(lookMs);
  }
}
