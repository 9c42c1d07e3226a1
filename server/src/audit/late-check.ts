/** Late marks and outages: what the log tells of them, against when the heads say that marks were done and what witnesses signed. */
import { markTimesBetween } from '../engine/mark-times.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { dueLate, lookLate, noLateBook, takeLate, type Differs } from '../operator/late-book.ts';
import { isLateMark } from '../operator/late.ts';
import { isOutage, type Incident } from '../operator/incident.ts';
import { checkOutage, foldOutage, noOutage } from '../operator/outage.ts';
import type { Trx } from '../storage/storage.ts';
import type { Differences } from './differences.ts';

export interface LateCheckInput {
  readonly trx: Trx;
  readonly differences: Differences;
  /** All of them. */
  readonly log: readonly Incident[];
  /** Whether the league is on the real clock. */
  readonly isReal: boolean;
  readonly from: Instant;
  /** The last mark that is done. */
  readonly until: Instant;
}

export async function checkLate({ trx, differences, log, isReal, from, until }: LateCheckInput): Promise<void> {
  const book = noLateBook();
  const told = Map.groupBy(log.filter(isLateMark), (i) => i.atMark);
  const fold = noOutage();
  const outages = Map.groupBy(log.filter(isOutage), (i) => i.atMark);
  const differs: Differs = (what, found, expected) =>
    differences.add('ledger.incidents', what, 'reason', expected, found);
  for (let day = from - (from % dayMs); day <= until; day += dayMs) {
    for (const times of await markTimesBetween(trx, day, Math.min(day + dayMs, until + 1))) {
      for (const incident of told.get(times.mark) ?? []) takeLate(book, incident, times.mark, differs);
      told.delete(times.mark);
      dueLate(book, times.mark, differs);
      checkOutage(fold, outages.get(times.mark) ?? [], times.mark, differs);
      outages.delete(times.mark);
      if (isReal) foldOutage(fold, times);
      // Whether the newest one was late is known when the next one is done.
      if (times.mark < until) lookLate(book, times, isReal);
    }
  }
  for (const left of [...told.values(), ...outages.values()])
    for (const { id, reason } of left) differs(`incident ${id}`, reason, undefined);
}
