/** A bot that a path names, for everyone to see. */
import { ApiError } from 'papertape-contract/errors';
import { botById } from '../bots/bots.sql.ts';
import { botIdPattern } from '../lib/ids.ts';
import { shown } from '../lib/text.ts';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';

/** Throws ApiError (404) when there is none. */
export async function publicBot(db: Db, id: string): Promise<Bot> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  if (!bot) throw new ApiError('agent_not_found', `There is no bot "${shown(id)}".`);
  return bot;
}
