/** Issues that are to be sent, and those to whom they are still to go. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { countRows, findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

const { toValue } = mapping('intake.newsletter_sends');

export type Send = ValueOf<'intake.newsletter_sends'>;

/** Once for each week. @returns false when it was asked for before. */
export async function insertSend(db: Db | Trx, week: string, now: Instant): Promise<boolean> {
  const done = await db
    .insertInto('intake.newsletter_sends')
    .values({ week, asked_at: BigInt(now), done_at: null })
    .onConflict((c) => c.column('week').doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) === 1;
}

export async function sendOf(db: Db, week: string): Promise<Send | undefined> {
  const row = await findRow(db, 'intake.newsletter_sends', { week });
  return row && toValue(row);
}

/** The earliest week first. */
export async function openSends(db: Db): Promise<Send[]> {
  return (await findRows(db, 'intake.newsletter_sends', { done_at: null }, 'week')).map(toValue);
}

export async function endSend(trx: Trx, week: string, now: Instant): Promise<void> {
  await trx
    .updateTable('intake.newsletter_sends')
    .set({ done_at: BigInt(now) })
    .where('week', '=', week)
    .execute();
}

/** Confirmed before the issue was asked for, and not queued for it yet; the earliest confirmation first. */
export async function nextReaders(trx: Trx, { week, askedAt }: Send, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.subscribers')
    .select('maker_id')
    .where('state', '=', 'confirmed')
    .where('confirmed_at', '<=', BigInt(askedAt))
    .where((e) => e.or([e('last_week', 'is', null), e('last_week', '<', week)]))
    .orderBy('confirmed_at')
    .orderBy('maker_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.maker_id);
}

export async function noteQueued(trx: Trx, makerIds: readonly string[], week: string): Promise<void> {
  await trx.updateTable('intake.subscribers').set({ last_week: week }).where('maker_id', 'in', makerIds).execute();
}

export async function countIssueMails(trx: Trx): Promise<number> {
  return await countRows(trx, 'intake.mails', { kind: 'issue' });
}
