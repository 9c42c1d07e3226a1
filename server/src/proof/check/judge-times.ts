/**
 * The times of marks against everything that bounds them, mark by mark: the log of incidents, by the public rule (operator/late-book.ts);
 * the witnesses that the reader names (trust.ts); and the reader's own clock, for a log that it looked at in vain.
 */
import { limits } from 'papertape-contract/limits';
import { iso, type Instant } from '../../lib/clock.ts';
import type { Incident } from '../../operator/incident.ts';
import { dueLate, lookLate, takeLate, type Differs, type LateBook } from '../../operator/late-book.ts';
import { readLate } from '../../operator/late.ts';
import { dueTrusted, lookTrusted, tellTrusted, type SeenMark, type TrustBook } from './trust.ts';

/** How far two clocks may be apart that are both kept right. */
const clockOffMsMax = limits.witnessClockSecondsMax * 1000;

export interface JudgedTimes {
  readonly late: LateBook;
  /** Absent: the reader names no witness. */
  readonly trusted: TrustBook | undefined;
  /** On any other clock no mark is late. */
  readonly isReal: boolean;
  /** What the service says that cannot be. */
  readonly differs: Differs;
  /** What the named witnesses say, and the service does not. */
  readonly unwitnessed: Differs;
}

/** A mark begins: what it tells of late ones before it, and what had to be told by now. */
export function judgeTold(judged: JudgedTimes, mark: Instant, incidents: readonly Incident[]): void {
  const { late, trusted, differs, unwitnessed } = judged;
  for (const incident of incidents) {
    takeLate(late, incident, mark, differs);
    const told = readLate(incident.reason);
    if (told && trusted) tellTrusted(trusted, told);
  }
  dueLate(late, mark, differs);
  if (trusted) dueTrusted(trusted, mark, unwitnessed);
}

/** @param absentAt when the reader last looked and the log did not have the mark, by its own clock. */
export function judgeTimes(judged: JudgedTimes, times: SeenMark, absentAt?: Instant): void {
  const { late, trusted, isReal, differs } = judged;
  const { mark, doneAt } = times;
  if (isReal && absentAt !== undefined && absentAt - doneAt > clockOffMsMax)
    differs(
      `when the mark ${iso(mark)} was done`,
      iso(doneAt),
      `after ${iso(absentAt)}: the log did not have it then, by the clock of this reader`,
    );
  lookLate(late, times, isReal);
  if (trusted) lookTrusted(trusted, times, isReal);
}
