/** Readings that leave the database. One function per statement. */
import { storedReading, type StoredReading } from '../flow/price/price.sql.ts';
import type { Instant } from '../lib/clock.ts';
import { findRows } from '../storage/find.ts';
import type { Trx } from '../storage/storage.ts';

/** All that was had in [from, to), late answers for earlier marks included. */
export async function readingsOfDay(trx: Trx, from: Instant, to: Instant): Promise<StoredReading[]> {
  const had = { read_at: { from, before: to } };
  return (await findRows(trx, 'ledger.mark_readings', had, 'read_at', 'mark', 'attempt')).map(storedReading);
}

/** @param text what says where it stands now. */
export async function moveText(trx: Trx, mark: Instant, attempt: number, text: string): Promise<void> {
  await trx
    .updateTable('ledger.mark_readings')
    .set({ readings: text })
    .where('mark', '=', BigInt(mark))
    .where('attempt', '=', BigInt(attempt))
    .execute();
}
