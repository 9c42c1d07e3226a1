/**
 * The order of a bot's events: from where a reader stands, the next ones in order of time.
 *
 * In: what each source has beyond a cursor, in its own order. Out: the first `limit` of them, each with the cursor behind it.
 *
 * Public rule (docs/bots/events.md): orders stand at their arrival, all else at the mark that decided it. At one mark: a close that is
 * voided, what that takes back, holdings of a symbol that is delisted, outcomes of orders, the close, moves, the champion, the
 * bot's retirement, the notice that its seat lapses, sheets that were taken, a round that is void, taken back, scored, opened.
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
  seatNotice: 8,
  answersReceived: 9,
  roundVoid: 10,
  roundReversed: 11,
  roundScored: 12,
  roundOpened: 13,
  order: 14,
} as const;

export interface Happening<T> {
  readonly at: Instant;
  readonly place: number;
  /** Of an order and its outcome. */
  readonly sequence?: number;
  /** Of an outcome: is it that of a sandbox order? */
  readonly sandbox?: boolean;
  readonly what: T;
}

export interface Sources<T> {
  /** After `cursor.orders`, by sequence. */
  readonly orders: readonly Happening<T>[];
  /** Of scored orders after `cursor.scored`, and of sandbox orders after `cursor.sandbox`, each list by sequence. */
  readonly outcomes: readonly (readonly Happening<T>[])[];
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
  const outcomes = sources.outcomes.flat().toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const all = [...others, ...outcomes, ...sources.orders].toSorted(inTime);
  let cursor = from;
  const events = all.slice(0, limit).map((happening) => {
    cursor = behind(cursor, happening);
    return { what: happening.what, at: happening.at, cursor };
  });
  const more = all.length > limit;
  const done = !more && upTo !== undefined && upTo >= cursor.mark;
  return { events, more, next: done ? { ...cursor, mark: upTo + 1, index: 0 } : cursor };
}

function inTime<T>(a: Happening<T>, b: Happening<T>): number {
  return a.at - b.at || a.place - b.place;
}

function behind<T>(c: Cursor, { at, place, sequence = 0, sandbox = false }: Happening<T>): Cursor {
  if (place === places.order) return { ...c, orders: sequence };
  if (place === places.outcome) return behindOutcome(c, sequence, sandbox);
  return at === c.mark ? { ...c, index: c.index + 1 } : { ...c, mark: at, index: 1 };
}

function behindOutcome(c: Cursor, sequence: number, isSandbox: boolean): Cursor {
  const fills = c.fills + 1;
  const told = isSandbox ? { scored: c.scored, sandbox: sequence } : { scored: sequence, sandbox: c.sandbox };
  // As many outcomes as the last of them has orders before it: none was overtaken, and neither kind need be looked for before it again.
  const last = Math.max(told.scored, told.sandbox);
  return { ...c, fills, ...(last === fills ? { scored: last, sandbox: last } : told) };
}
