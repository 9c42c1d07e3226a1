/**
 * Room: what the engine was measured to do in, how many orders a window takes out, and whether one more is taken.
 *
 * Public rule (docs/bots/limits.md#a-full-window): a window takes as many orders as the engine decides in `windowDecideSeconds` on this machine, and
 * `windowOrdersMin` at least. Half of that is kept for bots that have no order in the window yet: no more than the other half goes to further orders of
 * bots that have one.
 *
 * An order that is taken now is decided when its window ends, half an hour later. What is found out then is found out too late, and so the bound
 * follows from what was measured before. On a clock that runs fast there is less time between two marks: half of it is the bound then.
 *
 * Example: 60,000 orders were decided in 6 s, so one takes 0.1 ms, with its entry in the log 0.125 ms, and a window takes 40,000. 20,000 further orders of bots are there: one more
 * is refused, and the first order of another bot is taken, until there are 40,000 in all.
 */
import { limits } from 'papertape-contract/limits';
import { markMs } from '../../lib/time.ts';

/** What the orders of a transaction cost. */
export interface Work {
  /** Orders filled or rejected. */
  readonly decided: number;
  /** Orders whose window began, and which were entered into the public log. */
  readonly begun: number;
  /** Real milliseconds, without those for which the source of prices was waited for. */
  readonly ms: number;
}

export interface Pace {
  /** Real milliseconds to decide an order. */
  readonly msPerOrder: number;
  /** False until the engine has done enough to be measured. */
  readonly isMeasured: boolean;
}

/** A slow machine: half a core decides some 6,000 a second. */
export const startPace: Pace = { msPerOrder: 0.25, isMeasured: false };

/** What an order costs when its window begins, of what it costs to decide it. */
export const begunShare = 0.25;
/** With fewer the work that every mark has would be counted as theirs. */
export const measuredOrdersMin = 500;

/** The pace after some work. It follows half-way, so that one slow mark is not taken for the machine; what was assumed counts for nothing. */
export function paceAfter(pace: Pace, { decided, begun, ms }: Work): Pace {
  const orders = decided + begun * begunShare;
  if (orders < measuredOrdersMin || ms <= 0) return pace;
  const measured = ms / orders;
  return { msPerOrder: pace.isMeasured ? (pace.msPerOrder + measured) / 2 : measured, isMeasured: true };
}

/**
 * Orders that a window takes.
 * @param realPerTick real milliseconds per millisecond of the clock; 0 = nobody waits for it: as many as come.
 */
export function roomOf({ msPerOrder }: Pace, realPerTick: number): number {
  if (realPerTick === 0) return Number.POSITIVE_INFINITY;
  const ms = Math.min(limits.windowDecideSeconds * 1000, (markMs * realPerTick) / 2);
  return Math.max(limits.windowOrdersMin, Math.floor(ms / (msPerOrder * (1 + begunShare))));
}

/** Orders of a window. */
export interface InWindow {
  readonly orders: number;
  /** Of these, further ones of bots that have one. */
  readonly further: number;
}

export function hasRoom({ orders, further }: InWindow, room: number, isFirst: boolean): boolean {
  return orders < room && (isFirst || further < Math.floor(room / 2));
}

/** Real seconds over which those who were refused are spread behind the opening of the next window. */
const spreadSecondsMax = 60;

/**
 * Real seconds until a refused bot should send again: when the next window opens, and a part of a minute more, the same for a bot each time, so that
 * they do not all come at once.
 * @param opensInMs milliseconds of the clock.
 */
export function retryAfterSeconds(botId: string, opensInMs: number, realPerTick: number): number {
  const spread = Math.min(spreadSecondsMax, (markMs * realPerTick) / 5_000);
  return Math.max(1, Math.ceil((opensInMs * realPerTick) / 1000 + spread * shareOf(botId)));
}

/** Of a text, 0 to below 1, evenly also for texts that differ in their last character: FNV-1a with the last step of MurmurHash3. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
