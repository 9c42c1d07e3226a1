/** Orders for paid extras, added up again: nothing is delivered twice, unpaid or for too long. */
import { paymentBook } from '../payments/book.ts';
import { bookFaults } from '../payments/check-book.ts';
import { strayReferences } from '../payments/payments.sql.ts';
import type { Trx } from '../storage/storage.ts';
import type { Differences } from './differences.ts';

/** @returns how many orders there are. */
export async function checkPayments(trx: Trx, differences: Pick<Differences, 'add'>): Promise<number> {
  const book = await paymentBook(trx);
  for (const { table, key, field, expected, found } of bookFaults(book, await strayReferences(trx)))
    differences.add(table, key, field, expected, found);
  return book.length;
}
