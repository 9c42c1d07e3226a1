/** Who gets the newsletter, or has asked for it. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

const { toValue } = mapping('intake.subscribers');

export type Subscriber = ValueOf<'intake.subscribers'>;

export interface AskedFor {
  readonly makerId: string;
  readonly address: string;
  /** Of the mail that waits with it. */
  readonly mail: string;
  readonly now: Instant;
}

/**
 * Somebody asks for the newsletter. It is one statement whatever is known of the address: nothing is told by how long it takes.
 * The mail may be sent if the row names it afterwards.
 * @param pauseMs the mail before it was asked for so long ago, or there was none.
 */
export async function putAsked(trx: Trx, { makerId, address, mail, now }: AskedFor, pauseMs: number): Promise<void> {
  const isOpen = sql`s.state in ('asked', 'left')`;
  const isDue = sql`${isOpen} and s.asked_at <= excluded.asked_at - ${BigInt(pauseMs)}`;
  await sql`
    insert into intake.subscribers as s (maker_id, address, state, asked_at, mail)
    values (${makerId}, ${address}, 'asked', ${BigInt(now)}, ${mail})
    on conflict (maker_id) do update set
      address = case when ${isOpen} then excluded.address else s.address end,
      asked_at = case when ${isDue} then excluded.asked_at else s.asked_at end,
      mail = case when ${isDue} then excluded.mail else s.mail end,
      state = case when ${isOpen} then 'asked' else s.state end`.execute(trx);
}

/** Those that did not confirm, and those that left, are forgotten. */
export async function dropAskedBefore(trx: Trx, upTo: Instant): Promise<void> {
  await trx
    .deleteFrom('intake.subscribers')
    .where('state', 'in', ['asked', 'left'])
    .where('asked_at', '<=', BigInt(upTo))
    .execute();
}

export async function subscriberOf(db: Db, makerId: string): Promise<Subscriber | undefined> {
  const row = await findRow(db, 'intake.subscribers', { maker_id: makerId });
  return row && toValue(row);
}

/** The link is in the mail that is about to leave. */
export async function putLink(trx: Trx, makerId: string, tokenHash: string, expiresAt: Instant): Promise<void> {
  await trx
    .updateTable('intake.subscribers')
    .set({ token_hash: tokenHash, expires_at: BigInt(expiresAt) })
    .where('maker_id', '=', makerId)
    .where('state', '=', 'asked')
    .execute();
}

/** The subscriber that a link is for, while it is good. */
export async function linkedSubscriber(db: Db | Trx, tokenHash: string, now: Instant): Promise<string | undefined> {
  const held = { token_hash: tokenHash, state: 'asked', expires_at: { after: now } };
  return (await findRow(db, 'intake.subscribers', held))?.maker_id;
}

/** Uses the link up. @returns false when it is no good any more. */
export async function confirmSubscriber(trx: Trx, tokenHash: string, now: Instant): Promise<boolean> {
  const done = await trx
    .updateTable('intake.subscribers')
    .set({ state: 'confirmed', confirmed_at: BigInt(now), token_hash: null, expires_at: null, mail: null })
    .where('token_hash', '=', tokenHash)
    .where('state', '=', 'asked')
    .where('expires_at', '>', BigInt(now))
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

const offTheList = { address: null, mail: null, token_hash: null, expires_at: null, confirmed_at: null } as const;

/** Takes an address off the list, also one that was not confirmed. */
export async function dropFromList(trx: Trx, makerId: string): Promise<void> {
  await trx
    .updateTable('intake.subscribers')
    .set({ ...offTheList, state: 'left' })
    .where('maker_id', '=', makerId)
    .where('state', 'in', ['asked', 'confirmed'])
    .execute();
}

/** It is mailed nothing more, whoever asks. */
export async function refuseMails(trx: Trx, makerId: string, now: Instant): Promise<void> {
  const row = { ...offTheList, maker_id: makerId, state: 'refused', asked_at: BigInt(now), last_week: null };
  await trx
    .insertInto('intake.subscribers')
    .values(row)
    .onConflict((c) => c.column('maker_id').doUpdateSet(row))
    .execute();
}

/** Takes that back. */
export async function allowMails(trx: Trx, makerId: string): Promise<void> {
  await trx.deleteFrom('intake.subscribers').where('maker_id', '=', makerId).where('state', '=', 'refused').execute();
}

/** The earliest confirmation first. */
export async function confirmedSubscribers(db: Db): Promise<Subscriber[]> {
  const order = ['confirmed_at', 'maker_id'] as const;
  return (await findRows(db, 'intake.subscribers', { state: 'confirmed' }, ...order)).map(toValue);
}

/** Forgets an address. That it wants no mails stays: it is known by its keyed hash alone. */
export async function eraseSubscriber(trx: Trx, makerId: string): Promise<void> {
  await trx.deleteFrom('intake.subscribers').where('maker_id', '=', makerId).where('state', '<>', 'refused').execute();
  await trx.deleteFrom('intake.mails').where('about', 'like', `${makerId}.%`).execute();
}
