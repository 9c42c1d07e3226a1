/**
 * Rooms at a mark: what a feature room pays in, what the mark takes of it out.
 *
 * A room that pays decides from the facts of its own tables and of the mark, and returns payouts; it never writes a portfolio. Only a bot
 * that is present in the league is paid, and once for each name that the room gives its payouts. A room may also return facts: the engine
 * stores them with the mark and appends them to the public log, so that nobody can write them later.
 *
 * Example: the room `rounds` pays $25 to a bot of its league for `round_7`; at the next mark it must not return the same payout again.
 */
import { amountMax } from '../../lib/decimal.ts';
import type { Payout } from './portfolio.ts';

/** What a room notes at a mark. */
export interface RoomFact {
  readonly kind: 'fact';
  readonly room: string;
  /** What kind of fact it is. There is one of a name for each id and bot. */
  readonly name: string;
  readonly id: string;
  /** Null where it is of no bot. */
  readonly botId: string | null;
  /** The league. */
  readonly about: string;
  /** JSON. It is public from the mark on. */
  readonly text: string;
}

/** What a room decides by, besides its own tables. */
export interface MarkFacts<Db> {
  readonly mark: number;
  readonly db: Db;
  /** What the price source answered at this mark, as it is stored (flow/price/readings.ts). */
  readonly readings: string;
}

/** A feature room that takes part in marks. `Db` is what it reads by. */
export interface MarkRoom<Db> {
  readonly name: string;
  /** What is paid and noted at the mark: after its orders are decided, and before its portfolios are valued. */
  atMark(facts: MarkFacts<Db>): Promise<readonly (Payout | RoomFact)[]>;
}

/** Throws on a fact that is another room's. */
export function checkFact(room: string, fact: RoomFact): void {
  if (fact.room !== room) throw new Error(`the fact ${fact.room}/${fact.name} was returned by the room ${room}`);
}

/** Throws on a payout that may not be made: that is a fault of the room, and nothing of what it pays at the mark is stored. @param league of the bot, when it is present. */
export function checkPayout(room: string, payout: Payout, league: string | undefined): void {
  const what = `the payout ${payout.why.room}/${payout.why.id} to ${payout.botId}`;
  if (payout.why.room !== room) throw new Error(`${what} was returned by the room ${room}`);
  if (payout.cash > amountMax || payout.cash < -amountMax) throw new Error(`${what} is more than is counted`);
  if (league === undefined) throw new Error(`${what} is to a bot that is not there`);
  if (payout.league !== league) throw new Error(`${what} is in ${payout.league}, the bot is in ${league}`);
}
