/** Changing what a bot shows of itself, and retiring it: a checked request in, a durable change out. */
import { ApiError } from 'papertape-contract/errors';
import type { CallerBot, Request } from 'papertape-contract/call';
import type { ProfileAck } from 'papertape-contract/profile';
import type { Clock } from '../lib/clock.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { stored } from '../storage/stored.ts';
import { botById } from './bots.sql.ts';
import { hiddenTextsOf } from './hidden-texts.sql.ts';
import { changeBot, retireAgent } from './identity.sql.ts';
import type { Changes } from './profile.ts';

/** Stores the changes, has what shows them made anew, and answers what was changed. */
export async function changeProfile(
  {
    bot,
    warnings,
    changed,
  }: Pick<Request, 'changed'> & { readonly bot: CallerBot; readonly warnings: readonly string[] },
  intake: Intake,
  changes: Changes,
): Promise<ProfileAck> {
  const { botId } = bot;
  const also = async (trx: Trx): Promise<void> => {
    // Within the commit: a text that is hidden meanwhile is not written over.
    const hidden = (await hiddenTextsOf(trx, botId)).filter((text) => Object.hasOwn(changes, text));
    if (hidden.length > 0)
      throw new ApiError(
        'text_hidden',
        `The operator has hidden ${hidden.join(', ')} of ${botId}; nothing was changed.`,
      );
    await changeBot(trx, botId, changes);
  };
  if (Object.keys(changes).length > 0) await stored(intake.write({ also }), 'the change; nothing was changed');
  changed([bot.league]);
  return { ok: true, agent_id: botId, changed: { ...changes }, warnings: [...warnings] };
}

export interface Retirement {
  readonly at: number;
  readonly reason: string | null;
}

/** Retires a bot; one that is retired stays as it is, of two retirements at once the one that is stored first. */
export async function retire(
  { db, intake, clock }: { readonly db: Db; readonly intake: Intake; readonly clock: Clock },
  bot: CallerBot,
  reason: string | null,
): Promise<Retirement> {
  // The mark in memory is ahead of the database: another request may have set it whose write is still under way.
  const known = bot.retired ? await botById(db, bot.botId) : undefined;
  if (known === undefined || known.retiredAt === null) {
    // Stamped and handed in at once: the engine waits for what was stamped before a close, so none misses it.
    const now = clock.now();
    const before = bot.retired;
    bot.retired = true;
    try {
      const also = (trx: Trx): Promise<void> => retireAgent(trx, bot.botId, now, reason);
      await stored(intake.write({ also, stamp: now }), 'the retirement; nothing was changed');
    } catch (e) {
      bot.retired = before;
      throw e;
    }
    // The other one may have failed, and taken the mark back.
    bot.retired = true;
  }
  const row = await botById(db, bot.botId);
  if (row === undefined || row.retiredAt === null) throw new Error(`${bot.botId} was retired and is not`);
  return { at: row.retiredAt, reason: row.retiredReason };
}
