/**
 * The orders that are in windows, counted as they are taken, and the room that is left. What comes in is known before it is stored, so that nothing is
 * asked of the database; after a start it is counted there once.
 */
import type { Instant } from '../../lib/clock.ts';
import { windowMs } from '../../lib/time.ts';
import { hasRoom, paceAfter, roomOf, startPace, type InWindow, type Pace, type Work } from './room.ts';
import { windowFor } from './window.ts';

/** An order that was counted. */
export interface Place {
  readonly start: Instant;
  readonly botId: string;
  readonly isFirst: boolean;
}

export interface RoomFigures extends InWindow {
  /** Infinity where windows have no bound. */
  readonly room: number;
  /** Undefined until it was measured. */
  readonly perSecond: number | undefined;
  /** Orders refused since the start. */
  readonly refused: number;
}

export interface WindowRoom {
  /** After a start: orders by window, and by bot in the window that takes orders. */
  load(start: Instant, byBot: ReadonlyMap<string, number>, earlier: ReadonlyMap<Instant, number>): void;
  /** Is there anybody whose order would be refused? As of the last order that was taken: it may be over. */
  isShort(): boolean;
  /** Is an order of the bot that arrives now taken? */
  takes(botId: string, now: Instant): boolean;
  /** Counts an order. @returns undefined when there is no room for it. */
  take(botId: string, now: Instant): Place | undefined;
  /** Of a process beside the one that serves: does it take so many orders more that arrive now? */
  hasShare(now: Instant, more: number): boolean;
  /** It was not stored. */
  giveBack(place: Place): void;
  refused(): void;
  /** The marks up to this one are stored. */
  done(mark: Instant, work: Work): void;
  /** Real milliseconds that the orders which are due at a mark will take; 0 while nothing was measured. */
  expectedMs(mark: Instant): number;
  /** Of the window that an order would be in now. */
  figures(now: Instant): RoomFigures;
  /** Is the window that an order would be in now closed to all? */
  isFull(now: Instant): boolean;
}

/** Of several processes that take orders of one window. None of them knows the others' orders; the parts sum to less than the window takes. */
export interface RoomParts {
  /** Of a process beside the one that serves: orders that it may take in a window, whose bots ever. */
  readonly own?: (() => number) | undefined;
  /** Of the process that serves: orders that the others may take. */
  readonly others?: ((room: number) => number) | undefined;
}

interface RoomOptions extends RoomParts {
  readonly first?: Pace;
  readonly measured?: (pace: Pace) => void;
}

function fitsIn({ own, others }: RoomParts, { orders, further }: InWindow, room: number, isFirst: boolean): boolean {
  if (own) return orders < own();
  const away = others?.(room) ?? 0;
  return hasRoom({ orders: orders + away, further: further + away }, room, isFirst);
}

/**
 * @param max in place of what was measured.
 * @param first what is known of the machine at the start. @param measured told of each measurement.
 */
export function createWindowRoom(
  realPerTick: number,
  max?: number,
  { first = startPace, measured, ...parts }: RoomOptions = {},
): WindowRoom {
  let pace: Pace = first;
  let room = max ?? roomOf(pace, realPerTick);
  const open = { start: Number.NEGATIVE_INFINITY, orders: 0, further: 0, bots: new Set<string>() };
  /** Of windows that are not decided, the one that takes orders left out. */
  const earlier = new Map<Instant, number>();
  let refused = 0;

  const fits = (window: InWindow, isFirst: boolean): boolean => fitsIn(parts, window, room, isFirst);

  /** The window that takes orders now; a clock does not run backwards. */
  function at(now: Instant): typeof open {
    const { start } = windowFor(now);
    if (start <= open.start) return open;
    if (open.orders > 0) earlier.set(open.start, open.orders);
    open.bots.clear();
    return Object.assign(open, { start, orders: 0, further: 0 });
  }

  function add(botId: string, count = 1): boolean {
    const isFirst = !open.bots.has(botId);
    if (isFirst) open.bots.add(botId);
    open.orders += count;
    open.further += isFirst ? count - 1 : count;
    return isFirst;
  }

  return {
    load(start, byBot, others) {
      open.start = start;
      for (const [botId, count] of byBot) add(botId, count);
      for (const [each, count] of others) earlier.set(each, count);
    },
    isShort: () => !fits(open, false),
    hasShare: (now, more) => parts.own !== undefined && at(now).orders + more < parts.own(),
    takes(botId, now) {
      const window = at(now);
      return fits(window, !window.bots.has(botId));
    },
    take(botId, now) {
      const window = at(now);
      if (!fits(window, !window.bots.has(botId))) return undefined;
      return { start: window.start, botId, isFirst: add(botId) };
    },
    giveBack({ start, botId, isFirst }) {
      if (start !== open.start) {
        earlier.set(start, (earlier.get(start) ?? 1) - 1);
        return;
      }
      open.orders--;
      if (isFirst) open.bots.delete(botId);
      else open.further--;
    },
    refused: () => void refused++,
    done(mark, work) {
      for (const start of earlier.keys()) if (start + windowMs <= mark) earlier.delete(start);
      const before = pace;
      pace = paceAfter(pace, work);
      if (pace !== before) measured?.(pace);
      room = max ?? roomOf(pace, realPerTick);
    },
    expectedMs(mark) {
      if (!pace.isMeasured) return 0;
      // On a quiet service nobody has asked for a window since.
      let due = open.start + windowMs <= mark ? open.orders : 0;
      for (const [start, count] of earlier) if (start + windowMs <= mark) due += count;
      return due * pace.msPerOrder;
    },
    figures(now) {
      const { orders, further } = at(now);
      return { orders, further, room, perSecond: pace.isMeasured ? 1000 / pace.msPerOrder : undefined, refused };
    },
    isFull: (now) => !fits(at(now), true),
  };
}
