/** `papertape admin retire AGENT_ID`. */
import { botById } from '../bots/bots.sql.ts';
import { botIdPattern } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import { askForRetirement } from '../operator/ask.job.ts';
import type { Db } from '../storage/storage.ts';
import { askDeps, outcome, readStanding } from './admin-data.ts';

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function retireBot(db: Db, botId: string, reason: string): Promise<string> {
  const bot = botIdPattern.test(botId) ? await botById(db, botId) : undefined;
  if (!bot) throw new SetupError(`There is no bot "${botId}".`, 'Take the agent_id from its page or a board.');
  const retired = bot.retiredAt === null ? undefined : { at: bot.retiredAt, by: bot.retiredBy };
  const standing = await readStanding(db);
  await askForRetirement(askDeps(db), standing, { id: botId, name: bot.name, retired }, reason);
  return outcome(
    `${bot.name} (${botId}) of ${bot.league} will be retired for good: no seat, no orders, no rank at the closes after. Its pending orders fill, and its record stands.`,
    standing,
  );
}
