/**
 * Rooms at a mark: what a feature room pays in, what the mark takes of it out.
 *
 * A room that pays decides from the facts of its own tables and of the mark, and returns payouts; it never writes a portfolio. Only a bot
 * that is present in the league is paid, and once for each name that the room gives its payouts.
 *
 * Example: the room `rounds` pays $25 to a bot of its league for `round_7`; at the next mark it must not return the same payout again.
 */
import { amountMax } from '../../lib/decimal.ts';
import type { Payout } from './portfolio.ts';

/** A feature room that takes part in marks. `Db` is what it reads by. */
export interface MarkRoom<Db> {
  readonly name: string;
  /** What is paid at the mark: after its orders are decided, and before its portfolios are valued. */
  atMark(facts: { readonly mark: number; readonly db: Db }): Promise<readonly Payout[]>;
}

/** Throws on a payout that may not be made: that is a fault of the room, and nothing of what it pays at the mark is stored. @param league of the bot, when it is present. */
export function checkPayout(room: string, payout: Payout, league: string | undefined): void {
  const what = `the payout ${payout.why.room}/${payout.why.id} to ${payout.botId}`;
  if (payout.why.room !== room) throw new Error(`${what} was returned by the room ${room}`);
  if (payout.cash > amountMax || payout.cash < -amountMax) throw new Error(`${what} is more than is counted`);
  if (league === undefined) throw new Error(`${what} is to a bot that is not there`);
  if (payout.league !== league) throw new Error(`${what} is in ${payout.league}, the bot is in ${league}`);
}
