/** A bot as the facts alone make it. */
import { newcomer, type BotSoFar } from '../flow/mark/bot-so-far.ts';
import type { StoredBot } from './audit.sql.ts';

export interface FoldedBot extends StoredBot, BotSoFar {
  /** The newest receipt of the bot. */
  sequence: number;
  receipt: string;
}

export function foldedBot(bot: StoredBot): FoldedBot {
  return { ...bot, ...newcomer, sequence: 0, receipt: '' };
}
