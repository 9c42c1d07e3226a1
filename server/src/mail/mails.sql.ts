/** Mails that wait. One function per statement. */
import { countRows, findRow } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { MailKind, WaitingMail } from './mail.ts';

const { toValue, toRow } = mapping('intake.mails', { mail_id: 'id' });

export async function countMails(db: Db | Trx): Promise<number> {
  return await countRows(db, 'intake.mails');
}

export async function insertMail(trx: Trx, mail: WaitingMail): Promise<void> {
  await trx
    .insertInto('intake.mails')
    .values(toRow({ ...mail, begunAt: null }))
    .execute();
}

/** The mail whose turn comes first, now or later. One whose text a server was given has none. */
export async function nextMail(db: Db): Promise<WaitingMail | undefined> {
  const row = await findRow(db, 'intake.mails', { begun_at: null }, 'next_try_at', 'mail_id');
  if (!row) return undefined;
  const { begunAt: _none, ...mail } = toValue(row);
  return { ...mail, kind: mail.kind as MailKind };
}

/** From now on it may have been taken. */
export async function beginMail(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('intake.mails')
    .set({ begun_at: BigInt(now) })
    .where('mail_id', '=', id)
    .execute();
}

/** It was certainly not taken, and waits. */
export async function putMailOff(trx: Trx, { id, nextTryAt, tries }: WaitingMail): Promise<void> {
  await trx
    .updateTable('intake.mails')
    .set({ begun_at: null, next_try_at: BigInt(nextTryAt), tries: BigInt(tries) })
    .where('mail_id', '=', id)
    .execute();
}

export async function deleteMail(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('intake.mails').where('mail_id', '=', id).execute();
}

/** Those of these kinds that a process had begun to send when it ended wait again. */
export async function resumeBegunMails(trx: Trx, kinds: readonly MailKind[]): Promise<void> {
  await trx
    .updateTable('intake.mails')
    .set({ begun_at: null })
    .where('begun_at', 'is not', null)
    .where('kind', 'in', kinds)
    .execute();
}

/** Those of which it is not known whether they were taken: a process ended meanwhile. @returns how many there were. */
export async function deleteBegunMails(trx: Trx): Promise<number> {
  const done = await trx.deleteFrom('intake.mails').where('begun_at', 'is not', null).executeTakeFirst();
  return Number(done.numDeletedRows);
}
