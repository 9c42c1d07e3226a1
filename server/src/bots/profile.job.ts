/** Changing what a bot shows of itself, and retiring it: a checked request in, a durable change out. */
import { ApiError } from 'papertape-contract/errors';
import type { Clock } from '../lib/clock.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { botById } from './bots.sql.ts';
import { changeBot, retireAgent } from './identity.sql.ts';
import type { Changes } from './profile.ts';
import type { KnownBot } from './registry.ts';

export async function changeProfile(intake: Intake, botId: string, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await store(intake, 'change', (trx) => changeBot(trx, botId, changes));
}

export interface Retirement {
  readonly at: number;
  readonly reason: string | null;
}

/** Retires a bot; one that is retired stays as it is, of two retirements at once the one that is stored first. */
export async function retire(
  { db, intake, clock }: { readonly db: Db; readonly intake: Intake; readonly clock: Clock },
  bot: KnownBot,
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
      await store(intake, 'retirement', (trx) => retireAgent(trx, bot.botId, now, reason));
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

async function store(intake: Intake, what: string, also: Parameters<Intake['write']>[0]['also'] & {}): Promise<void> {
  try {
    await intake.write({ also });
  } catch (cause) {
    throw new ApiError('storage_unavailable', `The database did not take the ${what}; nothing was changed.`, {
      cause,
      headers: { 'Retry-After': '5' },
    });
  }
}
