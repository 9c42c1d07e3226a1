/**
 * The order of a bot's events: from where a reader stands, the next ones in order of time.
 *
 * In: what each source has beyond a cursor, in its own order. Out: the first `limit` of them, each with the cursor behind it.
 *
 * Public rule (docs/bots/events.md): orders stand at their arrival, all else at the mark that decided it. At one mark: a close that is
 * voided, what that takes back, holdings of a symbol that is delisted, outcomes of orders, the close, moves, the champion, the
 * bot's retirement.
 *
 * Example: an order of 00:02 and the close of 00:00 give close, order; the cursor behind the close is { orders: 0, index: 1 }, the one
 * behind the order { orders: 1, index: 1 }.
 */
import type { Instant } from '../lib/clock.ts';
import type { Cursor } from './cursor.ts';

/**
 * Places of what happens at one mark, in the order of the engine's work. An order that came exactly then comes after. A cursor says how
 * many facts of a mark were told of: a kind of fact that is added comes behind those that there were, or old cursors would be wrong.
 */
export const places = {
  voided: 0,
  takenBack: 1,
  delisting: 2,
  outcome: 3,
  close: 4,
  tierMove: 5,
  champion: 6,
  retired: 7,
  order: 8,
} as const;

export interface Happening<T> {
  readonly at: Instant;
  readonly place: number;
  /** Of an order and its outcome. */
  readonly sequence?: number;
  readonly what: T;
}

export interface Sources<T> {
  /** After `cursor.orders`, by sequence. */
  readonly orders: readonly Happening<T>[];
  /** After `cursor.fills`, by sequence. */
  readonly outcomes: readonly Happening<T>[];
  /** At or after `cursor.mark`, each list by mark: those at the cursor's mark that were told of are among them. */
  readonly others: readonly (readonly Happening<T>[])[];
}

export interface Merged<T> {
  readonly events: readonly { readonly what: T; readonly at: Instant; readonly cursor: Cursor }[];
  readonly next: Cursor;
  readonly more: boolean;
}

/**
 * @param upTo the last mark that is done: the lists of the engine's facts hold everything up to it, or were cut at the first
 *   `limit + 1` that the reader has not seen.
 */
export function mergeEvents<T>(from: Cursor, sources: Sources<T>, upTo: Instant | undefined, limit: number): Merged<T> {
  // Sorting is stable: each source keeps its own order.
  const others = sources.others.flat().toSorted(inTime).slice(from.index);
  const all = [...others, ...sources.outcomes, ...sources.orders].toSorted(inTime);
  let cursor = from;
  const events = all.slice(0, limit).map(({ what, at, place, sequence }) => {
    cursor = behind(cursor, at, place, sequence);
    return { what, at, cursor };
  });
  const more = all.length > limit;
  const done = !more && upTo !== undefined && upTo >= cursor.mark;
  return { events, more, next: done ? { ...cursor, mark: upTo + 1, index: 0 } : cursor };
}

function inTime<T>(a: Happening<T>, b: Happening<T>): number {
  return a.at - b.at || a.place - b.place;
}

function behind(c: Cursor, at: Instant, place: number, sequence = 0): Cursor {
  if (place === places.order) return { ...c, orders: sequence };
  if (place === places.outcome) return { ...c, fills: sequence };
  return at === c.mark ? { ...c, index: c.index + 1 } : { ...c, mark: at, index: 1 };
}
