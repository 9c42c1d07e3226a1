/**
 * One league of an open mark, closed in a transaction of its own, by whichever process comes to it: the one that serves, or one of role engine. The
 * league's row is locked for the length of the transaction, so that a process that is killed or stopped leaves the league as it was, to another one.
 */
import { closeLeague } from '../close.job.ts';
import { createCloseLog } from '../close-log.ts';
import { goneAt } from '../../flow/mark/presence.sql.ts';
import { errorText } from '../../lib/log.ts';
import { messageOf } from '../../lib/text.ts';
import { attempt } from '../../storage/attempt.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { claimDueClose, openMark, writeClosedApart } from './open-mark.sql.ts';
import type { ClosedApart, DueClose, OpenMark } from './open-mark.ts';

export interface CloserDeps {
  readonly storage: Pick<Storage, 'db' | 'engine' | 'insertMany' | 'readChunks'>;
  /** Only what this says is worked on: a mark that a program of another version began is left to the one that serves. */
  readonly isOurs: (open: OpenMark) => boolean;
  readonly realNow: () => number;
}

export interface CloseNext {
  readonly league: string;
  readonly mark: number;
  readonly closed: ClosedApart;
}

/** @returns undefined where no mark is open, or none of its leagues waits for somebody. Rejects where the database fails: the league stays due. */
export async function closeNext({ storage, isOurs, realNow }: CloserDeps): Promise<CloseNext | undefined> {
  return await storage.db.transaction().execute(async (trx) => {
    const due = await claimDueClose(trx, storage.engine);
    if (!due) return undefined;
    // As long as a league is due its mark stays open.
    const open = await openMark(trx);
    if (!open || !isOurs(open)) return undefined;
    const begun = realNow();
    const tried = await attempt(trx, async () => await closeOne(trx, storage, open, due));
    const closed: ClosedApart = tried.done
      ? { state: 'done', ms: realNow() - begun, ...tried.value }
      : { state: 'failed', why: errorText(tried.fault) };
    await writeClosedApart(trx, due.league, closed);
    return { league: due.league, mark: open.mark, closed };
  });
}

type Done = Omit<Extract<ClosedApart, { state: 'done' }>, 'state' | 'ms'>;

async function closeOne(
  trx: Trx,
  storage: CloserDeps['storage'],
  { mark, prices, rulesVersion }: OpenMark,
  { league, capacity, baselines }: DueClose,
): Promise<Done> {
  const entries: string[] = [];
  const log = createCloseLog(trx, { league, close: mark }, async (more) => void entries.push(...more));
  const gone = await goneAt(trx, mark);
  const of = { league, close: mark, prices, baselines, capacity, rulesVersion, gone, log };
  const { bots, kept } = await closeLeague({ trx, storage, ...of });
  return { bots, entries, kept: [...kept].map(([botId, fault]) => [botId, messageOf(fault)]) };
}
