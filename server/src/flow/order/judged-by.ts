/**
 * Judged by: what a process that takes orders beside the one that does the marks knows in, the mark that an order is judged by out: it is stored only while that is the last one.
 *
 * Example: bans are known up to 12:05 and prices up to 12:10 -> 12:05.
 */
import type { Instant } from '../../lib/clock.ts';

export interface Beside {
  /** The last mark of which everything is known here that an order is judged by; undefined before the first one. */
  readonly mark: () => Instant | undefined;
  /** Resolves when this process has looked again what was done meanwhile. */
  readonly caughtUp: () => Promise<void>;
}

/** The mark as it is stored with an order. @param lastMark that of what else the order was judged by. @returns undefined where this process does the marks. */
export function judgedBy(beside: Pick<Beside, 'mark'> | undefined, lastMark: Instant | undefined): string | undefined {
  if (!beside) return undefined;
  const mark = beside.mark();
  return mark === undefined || lastMark === undefined ? '' : String(Math.min(mark, lastMark));
}
