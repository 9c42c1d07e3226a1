/** `papertape admin retire AGENT_ID`. */
import { botById } from '../bots/bots.sql.ts';
import { retirementsToCopy } from '../operator/operator.sql.ts';
import { iso } from '../lib/clock.ts';
import { botIdPattern } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { ask, outcome, readData } from './admin-data.ts';

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function retireBot(db: Db, botId: string, reason: string): Promise<string> {
  const bot = botIdPattern.test(botId) ? await botById(db, botId) : undefined;
  if (!bot) throw new SetupError(`There is no bot "${botId}".`, 'Take the agent_id from its page or a board.');
  if (bot.retired_at !== null) {
    const by = bot.retired_by === 'operator' ? 'by the operator' : 'by its owner';
    throw new SetupError(
      `${bot.name} (${botId}) is retired already, ${by}, since ${iso(Number(bot.retired_at))}.`,
      'A bot is retired for good.',
    );
  }
  const data = await readData(db);
  const asked =
    data.pending.some((a) => a.action === 'retire' && a.about.id === botId) ||
    (await retirementsToCopy(db)).some((r) => r.botId === botId);
  if (asked) throw new SetupError(`${bot.name} (${botId}) is being retired already.`, 'See papertape admin actions.');
  await ask(db, data, { action: 'retire', about: { kind: 'bot', id: botId }, reason });
  return outcome(
    `${bot.name} (${botId}) of ${bot.league} will be retired for good: no seat, no orders, no rank at the closes after. Its pending orders fill, and its record stands.`,
    data,
  );
}
