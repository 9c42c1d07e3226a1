/** Late job: whether the marks before were late is looked at when the next one is done, and a stretch that has ended is told in its log. */
import type { Instant } from '../lib/clock.ts';
import { dayMs, isClose, markMs } from '../lib/time.ts';
import {
  cutLate,
  foldLate,
  joined,
  lateIncident,
  latenessOf,
  noneLate,
  sightingMsMax,
  type DoneMark,
  type LateFold,
  type LateMark,
  type LateStretch,
  type MarkTimes,
} from '../operator/late.ts';
import { appendIncident } from '../operator/operator.job.ts';
import { endedOutage, foldOutage, noOutage, outageIncident, type OutageFold } from '../operator/outage.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { doneBetween, lastDoneWithin, sightingsBetween } from './mark-times.sql.ts';
import { markTimesBetween, timesOf, watchedBefore } from './mark-times.ts';

/** All of it can be read from the tables again. */
export interface LateState {
  readonly fold: LateFold;
  readonly outage: OutageFold;
  /** Marks that are done and were not looked at yet, in order. */
  readonly done: DoneMark[];
}

/**
 * What was so after the last mark. Since each 00:00 tells what there is of a stretch, nothing before it is looked at again.
 * @param isReal whether the league is on the real clock: on any other no mark is late.
 */
export async function loadLate(
  db: Db | Trx,
  lastMark: Instant | undefined,
  isReal: boolean,
): Promise<LateState | undefined> {
  if (!isReal) return undefined;
  const fold = noneLate();
  const outage = noOutage();
  if (lastMark === undefined) return { fold, outage, done: [] };
  const from = lastMark - (lastMark % dayMs);
  fold.watchedAt = await watchedBefore(db, from);
  for (const times of await markTimesBetween(db, from, lastMark)) foldLate(fold, times);
  // An outage is told as a whole, however many days ago it began.
  const inTimeAt = await lastDoneWithin(db, lastMark, markMs);
  for (const done of await doneBetween(db, inTimeAt ?? 0, lastMark)) foldOutage(outage, done);
  endedOutage(outage);
  const last = await markTimesBetween(db, lastMark, lastMark + markMs);
  return { fold, outage, done: last.map(({ mark, doneAt }) => ({ mark, doneAt })) };
}

/**
 * At the end of a mark, of those before it. By then a witness has had 300 seconds, which is more than what is late.
 * @returns whether something was told, and how many of them were late.
 */
export async function tellLate(
  trx: Trx,
  { fold, outage, done }: LateState,
  mark: Instant,
): Promise<{ readonly told: boolean; readonly late: number }> {
  const told: (readonly LateMark[])[] = [];
  let count = 0;
  for (const times of await seen(trx, done.splice(0))) {
    told.push(foldLate(fold, times));
    foldOutage(outage, times);
    if (fold.late.length > 0) count++;
  }
  if (isClose(mark)) told.push(cutLate(fold));
  for (const late of told) {
    const stretch = await stretchOf(trx, late);
    if (stretch) await appendIncident(trx, lateIncident(stretch, mark));
  }
  const ended = endedOutage(outage);
  if (ended) await appendIncident(trx, outageIncident(ended, mark));
  return { told: ended !== undefined || told.some((late) => late.length > 0), late: count };
}

/** How late they were, as it is known now: witnesses may have seen them since they were looked at. */
async function stretchOf(trx: Trx, late: readonly LateMark[]): Promise<LateStretch | undefined> {
  let stretch: LateStretch | undefined;
  for (const [i, times] of (await seen(trx, late)).entries())
    stretch = joined(stretch, latenessOf(times, late[i]?.isWatched ?? false));
  return stretch;
}

/** Marks of this very transaction are not stored yet, and nobody has seen them. */
async function seen(trx: Trx, marks: readonly DoneMark[]): Promise<MarkTimes[]> {
  const [first] = marks;
  const last = marks.at(-1);
  return first && last ? timesOf(marks, await sightingsBetween(trx, first.mark, last.mark + sightingMsMax)) : [];
}
