/** What was found out about blocks after they were read. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { countRows, findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

export type BlockCheck = ValueOf<'ledger.block_checks'> & { readonly outcome: 'final' | 'gone' | 'differs' };

const checks = mapping('ledger.block_checks');

export async function insertBlockCheck(trx: Trx, check: BlockCheck): Promise<void> {
  await trx.insertInto('ledger.block_checks').values(checks.toRow(check)).execute();
}

/** All that was read of the chain up to this mark is checked; undefined when nothing is. */
export async function checkedTo(db: Db | Trx, chain: number): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('ledger.block_checks')
    .select((e) => e.fn.max('read_at').as('t'))
    .where('chain', '=', BigInt(chain))
    .executeTakeFirst();
  const t = row?.t as bigint | null | undefined;
  return t === null || t === undefined ? undefined : Number(t);
}

export async function countChecks(db: Db | Trx, chain: number, outcome: 'gone' | 'differs'): Promise<number> {
  return await countRows(db, 'ledger.block_checks', { chain, outcome });
}

/** Checks that are about an entry of the incident log, by its number. */
export async function toldChecks(db: Db | Trx): Promise<Map<number, BlockCheck>> {
  const rows = await db
    .selectFrom('ledger.block_checks')
    .selectAll()
    .where('outcome', '<>', 'final')
    .orderBy('incident_id')
    .execute();
  const all = rows.map((row) => checks.toValue(row) as BlockCheck);
  return new Map(all.flatMap((check) => (check.incidentId === null ? [] : [[check.incidentId, check]])));
}

export type StoredOtherReading = ValueOf<'ledger.reading_differences'>;

const otherReadings = mapping('ledger.reading_differences');

export async function insertOtherReadings(trx: Trx, all: readonly StoredOtherReading[]): Promise<void> {
  if (all.length > 0) await trx.insertInto('ledger.reading_differences').values(all.map(otherReadings.toRow)).execute();
}

/** By incident and pool. */
export async function allOtherReadings(db: Db | Trx): Promise<StoredOtherReading[]> {
  return (await findRows(db, 'ledger.reading_differences', {}, 'incident_id', 'pool')).map(otherReadings.toValue);
}

/** The vectors that were applied to a window, and the marks at which that was. */
export async function vectorsOf(db: Db | Trx, windowEnd: Instant): Promise<{ atMark: Instant; prices: string }[]> {
  const rows = await findRows(db, 'ledger.price_vectors', { window_end: windowEnd }, 'at_mark');
  return rows.map((r) => ({ atMark: Number(r.at_mark), prices: r.prices }));
}

/** Does an order still wait for a price of one of these windows? */
export async function isWaitedFor(db: Db | Trx, windowStarts: readonly Instant[]): Promise<boolean> {
  return (await findRow(db, 'ledger.waiting_orders', { window_start: windowStarts })) !== undefined;
}

export type StoredDifference = ValueOf<'ledger.price_differences'>;

const differences = mapping('ledger.price_differences');

export async function insertDifference(trx: Trx, difference: StoredDifference): Promise<void> {
  await trx.insertInto('ledger.price_differences').values(differences.toRow(difference)).execute();
}

export async function allDifferences(db: Db | Trx): Promise<StoredDifference[]> {
  return (await findRows(db, 'ledger.price_differences', {}, 'incident_id')).map(differences.toValue);
}
