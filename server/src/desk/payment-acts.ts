/**
 * What the operator does by hand about paid extras: stored at once, on real time, together with the request for an entry of the public log.
 * Each function returns what to tell the operator, and throws SetupError when it cannot be done.
 */
import { createIds } from '../lib/ids.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { systemRandom } from '../lib/system-random.ts';
import { insertAction } from '../operator/action.sql.ts';
import type { PaymentActionKind } from '../operator/payment-acts.ts';
import { sumOf, type PayAct } from '../payments/order.ts';
import { actsOf, deliveryByReference, insertAct, orderByReference, transfersOf } from '../payments/payments.sql.ts';
import type { Db } from '../storage/storage.ts';
import { outcome, readStanding } from './admin-acts.ts';

/** @param typed lamports, as they were typed. */
export async function noteRefund(
  db: Db,
  reference: string,
  typed: string,
  reason: string,
  now = realNow(),
): Promise<string> {
  await needOrder(db, reference);
  const lamports = /^[1-9]\d{0,17}$/.test(typed) ? BigInt(typed) : undefined;
  if (lamports === undefined)
    throw new SetupError(`"${typed}" are no lamports.`, 'Give a whole number above 0: 1 SOL is 1000000000 lamports.');
  const back = sumOf((await actsOf(db, reference)).filter(({ kind }) => kind === 'refunded'));
  const left = sumOf(await transfersOf(db, reference)) - back;
  if (lamports > left)
    throw new SetupError(
      `Only ${left} lamports of that order have not been sent back.`,
      'See papertape admin payments.',
    );
  return await note(db, 'refund', { reference, kind: 'refunded', lamports, reason, at: now });
}

export async function endExtra(db: Db, reference: string, reason: string, now = realNow()): Promise<string> {
  await needOrder(db, reference);
  const delivery = await deliveryByReference(db, reference);
  const isEnded = (await actsOf(db, reference)).some(({ kind }) => kind === 'ended');
  if (!delivery || delivery.refusal !== null || isEnded)
    throw new SetupError(`The order ${reference} shows nothing that could be ended.`, 'See papertape admin payments.');
  return await note(db, 'end_extra', { reference, kind: 'ended', lamports: 0n, reason, at: now });
}

async function needOrder(db: Db, reference: string): Promise<void> {
  if (!(await orderByReference(db, reference)))
    throw new SetupError(`There is no payment order "${reference}".`, 'See papertape admin payments.');
}

const ids = createIds(systemRandom);

async function note(db: Db, action: PaymentActionKind, act: Omit<PayAct, 'id'>): Promise<string> {
  const standing = await readStanding(db);
  const id = ids.next('act', realNow());
  await db.transaction().execute(async (trx) => {
    await insertAct(trx, { ...act, id });
    const about = { kind: 'payment', id: act.reference } as const;
    await insertAction(trx, { id, at: standing.now, action, about, reason: act.reason });
  });
  const what =
    action === 'refund'
      ? `Noted: ${act.lamports} lamports of ${act.reference} were sent back. The public log will say so.`
      : `${act.reference} shows nothing any more, within half a minute. The public log will say so.`;
  return outcome(what, standing);
}
