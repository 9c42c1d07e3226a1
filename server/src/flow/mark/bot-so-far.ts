/**
 * Bot so far: a bot as the marks so far leave it and a close in, what the close goes on from and what the next one will go on from out.
 *
 * Who does marks again holds the bots so: the audit, and whoever follows the public log. The engine has them in the database.
 *
 * Public rule (docs/bots/rules.md): a close goes on from the league's valid close before it. What a voided close made of a bot counts for
 * nothing, and what the close before that one made counts again.
 *
 * Example: closes on the 2nd and the 3rd, the one of the 3rd is voided -> the close of the 4th goes on from the bot's close of the 2nd.
 */
import type { Instant } from '../../lib/clock.ts';
import type { BaselineValue } from '../rank/baseline-value.ts';
import type { RunningRecord } from '../rank/record.ts';
import type { BoardContext } from '../rank/statistics.ts';
import type { BotAtClose, BotBefore } from './bot-close.ts';
import { afterClose, type ClosedLeague } from './league-close.ts';
import { startPortfolio, type BotPortfolio } from './portfolio.ts';
import type { BotTimes } from './presence.ts';

export interface BotSoFar extends BotTimes {
  readonly id: string;
  readonly league: string;
  retiredByOperatorAt: Instant | undefined;
  /** The start portfolio itself until something changes it: from then on it is stored. */
  now: BotPortfolio;
  /** The last valid close, undefined until the bot's first; and the one before it, which counts again when the last one is voided. */
  last: LastClose | undefined;
  before: LastClose | undefined;
}

export interface LastClose {
  readonly close: Instant;
  readonly at: BotBefore;
}

/** A valid close of a league, as its next one goes on from it. */
export interface LeagueLastClose {
  readonly close: Instant;
  readonly baselines: readonly BaselineValue[];
  readonly context: BoardContext;
}

/** Of a bot that has just registered. */
export const newcomer = {
  retiredByOperatorAt: undefined,
  now: startPortfolio,
  last: undefined,
  before: undefined,
} as const;

/** @param previous the league's valid close before. */
export function botAtClose(bot: BotSoFar, previous: Instant | undefined): BotAtClose {
  const { id, registeredAt, now } = bot;
  const { portfolio, trades, traded, firstFillAt } = now;
  return { id, registeredAt, ...portfolio, trades, traded, firstFillAt, before: lastOf(bot, previous)?.at };
}

/** Notes what a close made of its bots. @param bots and `records` in the order of the close. */
export function noteClose(
  bots: readonly BotSoFar[],
  records: readonly RunningRecord[],
  closed: ClosedLeague,
  { previous, close }: { readonly previous: Instant | undefined; readonly close: Instant },
): void {
  for (const [i, bot] of bots.entries()) {
    bot.before = lastOf(bot, previous);
    bot.last = { close, at: afterClose(closed, i, records[i] as RunningRecord) };
  }
}

/** The bot's last close, when it is the league's valid close before. */
function lastOf({ last }: BotSoFar, previous: Instant | undefined): LastClose | undefined {
  return last?.close === previous ? last : undefined;
}
