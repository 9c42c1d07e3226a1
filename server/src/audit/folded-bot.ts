/** A bot as the facts alone make it. */
import type { Instant } from '../lib/clock.ts';
import { newcomer, type BotSoFar } from '../flow/mark/bot-so-far.ts';
import type { StoredBot } from './audit.sql.ts';

export interface FoldedBot extends StoredBot, BotSoFar {
  /** The newest receipt of the bot. */
  sequence: number;
  receipt: string;
  /** The mark of the retirement that was undone last. */
  reinstatedFrom: Instant | undefined;
}

export function foldedBot(bot: StoredBot): FoldedBot {
  return { ...bot, ...newcomer, sequence: 0, receipt: '', reinstatedFrom: undefined };
}
