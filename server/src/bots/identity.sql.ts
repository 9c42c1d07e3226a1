/** What a bot's owner changes of it: profile, retirement, succession, links for a new key. One function per statement. */
import type { Changes } from './profile.ts';
import { findRow } from '../storage/find.ts';
import type { Db, Trx } from '../storage/storage.ts';

export async function changeBot(trx: Trx, botId: string, { pledge_pct: pct, ...texts }: Changes): Promise<void> {
  const pledge = pct === undefined ? {} : { pledge_pct: pct === null ? null : String(pct) };
  await trx
    .updateTable('intake.bots')
    .set({ ...texts, ...pledge })
    .where('agent_id', '=', botId)
    .execute();
}

/** Keeps an earlier retirement. @param by null = its owner. */
export async function retireAgent(
  trx: Trx,
  botId: string,
  at: number,
  reason: string | null,
  by: 'operator' | 'rule' | null = null,
): Promise<void> {
  await trx
    .updateTable('intake.bots')
    .set({ retired_at: BigInt(at), retired_reason: reason, retired_by: by })
    .where('agent_id', '=', botId)
    .where('retired_at', 'is', null)
    .execute();
}

/** Undoes a retirement that the log told; one by its owner stays. */
export async function reinstateAgent(trx: Trx, botId: string): Promise<void> {
  await trx
    .updateTable('intake.bots')
    .set({ retired_at: null, retired_reason: null, retired_by: null })
    .where('agent_id', '=', botId)
    .where('retired_by', 'is not', null)
    .execute();
}

/** @returns whether the bot had no successor before. */
export async function linkSuccessor(trx: Trx, botId: string, successor: string): Promise<boolean> {
  const done = await trx
    .updateTable('intake.bots')
    .set({ superseded_by: successor })
    .where('agent_id', '=', botId)
    .where('superseded_by', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function keyHashOf(trx: Trx, botId: string): Promise<string | undefined> {
  return (await findRow(trx, 'intake.bots', { agent_id: botId }))?.key_hash;
}

export async function insertRecovery(trx: Trx, tokenHash: string, botId: string, expiresAt: number): Promise<void> {
  await trx
    .insertInto('intake.recoveries')
    .values({ token_hash: tokenHash, agent_id: botId, expires_at: BigInt(expiresAt) })
    .execute();
}

/** The bot that a link is for, while it is good. */
export async function recoveringBot(db: Db | Trx, tokenHash: string, now: number): Promise<string | undefined> {
  return (await findRow(db, 'intake.recoveries', { token_hash: tokenHash, expires_at: { after: now } }))?.agent_id;
}

/** Every link of a bot is dead once one was used. @returns how many there were. */
export async function dropRecoveries(trx: Trx, botId: string): Promise<number> {
  const done = await trx.deleteFrom('intake.recoveries').where('agent_id', '=', botId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function dropExpiredRecoveries(trx: Trx, now: number): Promise<void> {
  await trx.deleteFrom('intake.recoveries').where('expires_at', '<=', BigInt(now)).execute();
}
