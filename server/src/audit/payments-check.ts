/** Orders for paid extras, added up again: nothing is delivered twice, unpaid or for too long, and what was done by hand is in the public log. */
import { allActions } from '../operator/action.sql.ts';
import { paymentBook } from '../payments/book.ts';
import { bookFaults } from '../payments/check-book.ts';
import { allActs, strayReferences } from '../payments/payments.sql.ts';
import type { PayAct } from '../payments/order.ts';
import type { PaymentActionKind } from '../operator/payment-acts.ts';
import type { Trx } from '../storage/storage.ts';
import type { Differences } from './differences.ts';

/** @returns how many orders there are. */
export async function checkPayments(trx: Trx, differences: Pick<Differences, 'add'>): Promise<number> {
  const book = await paymentBook(trx);
  for (const { table, key, field, expected, found } of bookFaults(book, await strayReferences(trx)))
    differences.add(table, key, field, expected, found);
  await checkActs(trx, differences);
  return book.length;
}

/** Whatever the operator did by hand was asked for by an action of the same id, which the engine put into the public log. */
async function checkActs(trx: Trx, differences: Pick<Differences, 'add'>): Promise<void> {
  const asked = new Map((await allActions(trx)).map((action) => [action.id, action]));
  const acts = await allActs(trx);
  for (const { id, kind, reference } of acts) {
    const action = asked.get(id);
    const found = action && `${action.action} ${action.about.id}`;
    const expected = `${actionOf[kind]} ${reference}`;
    if (found !== expected) differences.add('intake.pay_acts', id, 'act_id', expected, found);
    asked.delete(id);
  }
  for (const { id, action } of asked.values())
    if (Object.values<string>(actionOf).includes(action))
      differences.add('intake.operator_actions', id, 'row', 'what was done', undefined);
}

const actionOf = { refunded: 'refund', ended: 'end_extra' } as const satisfies Record<
  PayAct['kind'],
  PaymentActionKind
>;
