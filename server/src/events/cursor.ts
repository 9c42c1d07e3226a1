/**
 * A place in the events of a bot, as text and back.
 *
 * In: how many orders, and which of the engine's facts, a reader has seen. Out: `evt_…`, to be sent back as it came.
 *
 * Public rule (docs/bots/events.md): reading on from a cursor gives every later event once, and no earlier one. That holds because each
 * of the parts only grows in the order in which it is stored: a bot's orders by their sequence, the outcomes of its scored orders and those
 * of its sandbox orders each by the same sequence (an order never overtakes an earlier one of its kind), everything else mark by mark,
 * and of a mark nothing is told before it has ended.
 *
 * Example: a bot that has sent 3 orders of which 2 are decided, read up to the mark 2026-03-02T00:35Z, stands at
 * { orders: 3, fills: 2, scored: 2, sandbox: 2, mark: 2026-03-02T00:35:00.001Z, index: 0 }. Had order 2 been a sandbox order that waits, and
 * order 3 been filled, it would stand at { orders: 3, fills: 2, scored: 3, sandbox: 1, … }.
 */
import type { Instant } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';

export interface Cursor {
  /** Sequence of the last order that was told of; 0 = none. */
  readonly orders: number;
  /** How many outcomes were told of. */
  readonly fills: number;
  /** Outcomes of scored orders up to this sequence were told of, */
  readonly scored: number;
  /** and those of sandbox orders up to this one. */
  readonly sandbox: number;
  /** Facts of the engine before this instant were told of, outcomes aside; */
  readonly mark: Instant;
  /** and of those at it, this many. */
  readonly index: number;
}

export const firstCursor: Cursor = { orders: 0, fills: 0, scored: 0, sandbox: 0, mark: 0, index: 0 };

const prefix = 'evt_';
/** A cursor is four or six numbers and a sum. */
export const cursorCharactersMax = 100;

export function encodeCursor(botId: string, { orders, fills, scored, sandbox, mark, index }: Cursor): string {
  // Nearly always no order was overtaken, and so many outcomes are those of the first so many orders: then one number says all three.
  const overtaken = scored === fills && sandbox === fills ? [] : [scored, sandbox];
  const numbers = [orders, fills, mark, index, ...overtaken].map((n) => n.toString(36)).join('.');
  return prefix + Buffer.from(`${numbers}.${sum(botId, numbers)}`).toString('base64url');
}

/** @returns undefined for a text that is no cursor of this bot. */
export function decodeCursor(botId: string, text: string): Cursor | undefined {
  if (text.length > cursorCharactersMax || !text.startsWith(prefix)) return undefined;
  const form = /^([0-9a-z]{1,9}(?:\.[0-9a-z]{1,9}){3}(?:(?:\.[0-9a-z]{1,9}){2})?)\.([0-9a-f]{16})$/.exec(
    Buffer.from(text.slice(prefix.length), 'base64url').toString('latin1'),
  );
  if (!form?.[1] || form[2] !== sum(botId, form[1])) return undefined;
  const numbers = form[1].split('.').map((n) => Number.parseInt(n, 36));
  const [orders = 0, fills = 0, mark = 0, index = 0, scored = fills, sandbox = fills] = numbers;
  const cursor = { orders, fills, scored, sandbox, mark, index };
  // One text for one place: base64 would let the last character vary.
  return encodeCursor(botId, cursor) === text ? cursor : undefined;
}

/** A cursor of another bot is a mistake worth telling; nobody gains by forging one of his own. */
function sum(botId: string, numbers: string): string {
  return sha256(`papertape-event/1 ${botId} ${numbers}`).slice(0, 16);
}
