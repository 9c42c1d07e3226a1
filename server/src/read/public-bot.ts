/** A bot that a path names, for everyone to see. */
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { botById, botByNameKey } from '../bots/bots.sql.ts';
import { nameKey } from '../bots/name-key.ts';
import { botIdPattern } from '../lib/ids.ts';
import { controlCharacter, shown } from '../lib/text.ts';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';

/** In the place of an id: the bot of the key. */
export const ownWord = 'me';

/** Throws ApiError (404) when there is none; one that was named is shown by its id. */
export async function publicBot(db: Db, id: string): Promise<Bot> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  if (bot) return bot;
  if (id === ownWord) {
    throw new ApiError('agent_not_found', `"${ownWord}" is the bot of the key, and the request has none.`, {
      fix: 'Send the header: Authorization: Bearer <API_KEY>, or put the agent_id into the path.',
    });
  }
  const isName = id !== '' && Array.from(id).length <= limits.nameCharactersMax && !controlCharacter.test(id);
  const named = isName && id.isWellFormed() ? await botByNameKey(db, nameKey(id)) : undefined;
  throw new ApiError('agent_not_found', `There is no bot "${shown(id)}".`, {
    fix: named && `${named.botId} is called so: put that into the path.`,
    corrected: named && { segment: [id, named.botId] },
  });
}

/** The bot of a file that openapi.json does not describe, by its id. Throws ApiError (404). */
export async function fileOfBot(db: Db, id: string): Promise<Bot> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  if (bot) return bot;
  throw new ApiError('not_found', `There is no bot "${shown(id)}".`, {
    fix: 'GET /agents.json lists all bots with their ids.',
  });
}
