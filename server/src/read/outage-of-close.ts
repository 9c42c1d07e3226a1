/** The outage after which a close was caught up, as boards say it. */
import type { OutageView } from 'papertape-contract/status';
import { headAt } from '../engine/log.sql.ts';
import { readOrigin } from '../engine/origin.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { outageToldAfter } from '../operator/incident.sql.ts';
import { caughtUpMarks, isCaughtUp, readOutage } from '../operator/outage.ts';
import type { Db } from '../storage/storage.ts';

/** @returns null when the close was done before the next mark was due, and until its outage is told. */
export async function outageOfClose(db: Db, close: Instant): Promise<OutageView | null> {
  // Outages do not overlap, and each is told behind its last mark.
  const told = await outageToldAfter(db, close);
  const outage = told && readOutage(told.reason);
  if (!outage || close < outage.from || close > outage.to) return null;
  return { from: iso(outage.from), until: iso(outage.until), marks: caughtUpMarks(outage) };
}

/** Was the close caught up, and the outage is still to be told? It is told behind the first mark that is done before the next one is due. */
export async function isOutageUntold(db: Db, close: Instant): Promise<boolean> {
  const head = await headAt(db, close);
  if (!head || !isCaughtUp({ mark: close, doneAt: head.doneAt })) return false;
  const isReal = (await readOrigin(db))?.clock.kind === 'real';
  return isReal && (await outageOfClose(db, close)) === null;
}
