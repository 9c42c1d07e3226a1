/** Readings at marks and the price vectors made of them. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import { findRows, findSome } from '../../storage/find.ts';
import { mapping, type ValueOf } from '../../storage/mapping.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { StalePrice } from './mark-down.ts';

/** What the source answered for a mark. */
export type StoredReading = ValueOf<'ledger.mark_readings'>;

export const { toValue: storedReading, toRow: readingRow } = mapping('ledger.mark_readings');

const readings = 'ledger.mark_readings';

/** Rows of one mark, first attempt first. */
export async function readingsAt(db: Db | Trx, mark: Instant): Promise<StoredReading[]> {
  return (await findRows(db, readings, { mark }, 'attempt')).map(storedReading);
}

/** All that was had at a mark, late answers for earlier marks included, in order. */
export async function readingsHadAt(db: Db | Trx, readAt: Instant): Promise<StoredReading[]> {
  return (await findRows(db, readings, { read_at: readAt }, 'mark', 'attempt')).map(storedReading);
}

/** All that was had at the marks after `after` up to `to`, in the order in which it came. */
export async function readingsHadBetween(db: Db | Trx, after: Instant, to: Instant): Promise<StoredReading[]> {
  return (await findRows(db, readings, { read_at: { after, upTo: to } }, 'read_at', 'mark', 'attempt')).map(
    storedReading,
  );
}

/** Rows of marks in [from, to] that were had by `asOf`, in order. */
export async function readingsKnownBy(
  db: Db | Trx,
  from: Instant,
  to: Instant,
  asOf: Instant,
): Promise<StoredReading[]> {
  const known = { mark: { from, upTo: to }, read_at: { upTo: asOf } };
  return (await findRows(db, readings, known, 'mark', 'attempt')).map(storedReading);
}

/** What the marks in [from, to] gave in time, in order. */
export async function firstReadingsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<StoredReading[]> {
  return (await findRows(db, readings, { mark: { from, upTo: to }, attempt: 0 }, 'mark')).map(storedReading);
}

/** Rows of marks in [from, to], in order; at most `most`. */
export async function readingsBetween(
  db: Db | Trx,
  from: Instant,
  to: Instant,
  most: number,
): Promise<StoredReading[]> {
  const held = { mark: { from, upTo: to } };
  return (await findSome(db, readings, held, { most }, 'mark', 'attempt')).map(storedReading);
}

/** The prices that were applied to a window, or to a close, at a mark. */
export type StoredVector = ValueOf<'ledger.price_vectors'>;

export const { toValue: storedVector, toRow: vectorRow } = mapping('ledger.price_vectors');

/** A close and a window that end together have the same vector: it is kept once. */
export async function insertVectors(trx: Trx, insertMany: BulkInsert, vectors: readonly StoredVector[]): Promise<void> {
  const once = 'on conflict (window_end, at_mark) do nothing';
  await insertMany(trx, 'ledger.price_vectors', vectors.map(vectorRow), once);
}

/** What a symbol was valued by that had no agreed price. */
export type StoredStale = ValueOf<'ledger.stale_prices'>;

const { toValue: storedStale, toRow: staleRow } = mapping('ledger.stale_prices');

export function staleRows(
  mark: Instant,
  stale: Iterable<readonly [SymbolId, StalePrice]>,
): ReturnType<typeof staleRow>[] {
  return [...stale].map(([symbol, { at, since, read }]) =>
    staleRow({ mark, symbol, priceAt: at, agreedAt: since, readAt: read?.at ?? null }),
  );
}

export async function insertStale(
  trx: Trx,
  insertMany: BulkInsert,
  mark: Instant,
  stale: Iterable<readonly [SymbolId, StalePrice]>,
): Promise<void> {
  await insertMany(trx, 'ledger.stale_prices', staleRows(mark, stale));
}

/** By symbol, what was valued at a mark. */
export async function staleAt(db: Db, mark: Instant): Promise<Map<SymbolId, StoredStale>> {
  const rows = await findRows(db, 'ledger.stale_prices', { mark });
  return new Map(rows.map((row) => [row.symbol, storedStale(row)]));
}
