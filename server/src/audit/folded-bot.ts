/** A bot as the facts alone make it. */
import type { Instant } from '../lib/clock.ts';
import type { BotBefore } from '../flow/mark/bot-close.ts';
import { startPortfolio, type BotPortfolio } from '../flow/mark/portfolio.ts';
import type { BotTimes } from '../flow/mark/presence.ts';
import type { StoredBot } from './audit.sql.ts';

export interface FoldedBot extends StoredBot, BotTimes {
  /** By the actions so far. */
  retiredByOperatorAt: Instant | undefined;
  /** The start portfolio itself until something changes it: from then on it is stored. */
  now: BotPortfolio;
  /** The newest receipt of the bot. */
  sequence: number;
  receipt: string;
  /** The last valid close, undefined until the bot's first; and the one before it, which counts again when the last one is voided. */
  last: FoldedClose | undefined;
  before: FoldedClose | undefined;
}

export interface FoldedClose {
  readonly close: Instant;
  readonly at: BotBefore;
}

export function foldedBot(bot: StoredBot): FoldedBot {
  return {
    ...bot,
    retiredByOperatorAt: undefined,
    now: startPortfolio,
    sequence: 0,
    receipt: '',
    last: undefined,
    before: undefined,
  };
}
