/** What goes on beside the marks takes the engine's turn before it writes into the public log, so that its incidents are numbered and told in order. */
import type { Instant } from '../lib/clock.ts';
import { pause } from '../lib/loop.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { claimProgress } from './progress.sql.ts';
import { openMark } from './shared-close/open-mark.sql.ts';

const againMs = 100;

/**
 * Does the work in a transaction between two marks. While a mark is open, whose end is another transaction, it waits: an incident amid a mark would
 * stand in the log where no audit looks for it.
 * @param stop whoever stops the service waits for no mark that nobody ends any more.
 * @param work gets the last mark that is done, undefined before the first one.
 */
export async function inTurn(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  work: (trx: Trx, lastMark: Instant | undefined) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> {
  for (;;) {
    const isDone = await db.transaction().execute(async (trx) => {
      const lastMark = await claimProgress(trx, engine);
      if (await openMark(trx)) return false;
      await work(trx, lastMark);
      return true;
    });
    if (isDone) return;
    await pause(againMs, stop);
    if (stop?.aborted) throw new Error('a mark is open, and the service stops');
  }
}
