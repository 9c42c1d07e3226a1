/**
 * What a reader's own clock says of when marks were done: it looked at the newest checkpoint, and a mark was not there long after its instant.
 * That is told as it is. What the service says against it is a difference (check/judge-times.ts), and so is a late mark that no incident
 * tells of.
 *
 * Example: the reader looks at 10:29:40 and the last mark is that of 10:00; at 10:30:05 there are seven more. Those of 10:05 to 10:25 were late,
 * the first of them by more than 1,480 s, whatever the service says.
 */
import { iso, type Instant } from '../../lib/clock.ts';
import { markMs } from '../../lib/time.ts';
import { lateAfterMs, secondsOf } from '../../operator/late.ts';
import type { Steps } from '../check/steps.ts';
import { absentAt, type Book } from './book.ts';

export interface OwnClock {
  /** A mark that is new to the reader. */
  add(mark: Instant): void;
  /** After the marks of the newest checkpoint, which was asked for at that instant: tells those that were late, and what is overdue. */
  looked(askedAt: Instant): void;
}

interface Late {
  readonly from: Instant;
  readonly to: Instant;
  readonly byMs: number;
}

/** On any other clock than the real one nothing is late. */
export function createOwnClock(steps: Steps, book: Book): OwnClock {
  let late: Late | undefined;

  function tellOverdue(askedAt: Instant): void {
    const next = (book.mark ?? 0) + markMs;
    if (askedAt - next <= lateAfterMs) return;
    steps.unchecked(
      `mark ${iso(next)}`,
      `it is late: ${secondsOf(askedAt - next)} s after its instant, by the clock of this reader, the log does not have it`,
    );
  }

  function tellLate({ from, to, byMs }: Late): void {
    const many = (to - from) / markMs + 1;
    steps.note(
      `LATE by the clock of this reader: ${many} ${many === 1 ? 'mark' : 'marks'}, from ${iso(from)} to ${iso(to)}, not in the log ${secondsOf(byMs)} s after the first of them.`,
    );
  }

  return {
    add(mark) {
      const byMs = (absentAt(book, mark) ?? mark) - mark;
      if (byMs > lateAfterMs) late = { from: late?.from ?? mark, to: mark, byMs: Math.max(late?.byMs ?? 0, byMs) };
    },
    looked(askedAt) {
      if (book.opening?.clock !== 'real' || book.mark === undefined) return;
      if (late) tellLate(late);
      tellOverdue(askedAt);
    },
  };
}
