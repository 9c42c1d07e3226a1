/** Readings at marks and the price vectors made of them. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { MarkReadingsTable, PriceVectorsTable } from '../../storage/database.ts';
import type { Db, Trx } from '../../storage/storage.ts';

export interface StoredReadings {
  readonly mark: Instant;
  readonly attempt: number;
  readonly readings: string;
}

/** Rows of one mark, first attempt first. */
export async function readingsAt(db: Db | Trx, mark: Instant): Promise<StoredReadings[]> {
  const rows = await db
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'readings'])
    .where('mark', '=', BigInt(mark))
    .orderBy('attempt')
    .execute();
  return rows.map((r) => ({ mark: Number(r.mark), attempt: Number(r.attempt), readings: r.readings }));
}

export interface StoredReading extends StoredReadings {
  /** The mark at which it was had. */
  readonly readAt: Instant;
}

export function storedReading(r: MarkReadingsTable): StoredReading {
  return { mark: Number(r.mark), attempt: Number(r.attempt), readAt: Number(r.read_at), readings: r.readings };
}

/** All that was had at a mark, late answers for earlier marks included. */
export async function readingsHadAt(db: Db | Trx, readAt: Instant): Promise<StoredReadings[]> {
  const rows = await db
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'readings'])
    .where('read_at', '=', BigInt(readAt))
    .orderBy('mark')
    .orderBy('attempt')
    .execute();
  return rows.map((r) => ({ mark: Number(r.mark), attempt: Number(r.attempt), readings: r.readings }));
}

/** Rows of marks in [from, to] that were had by `asOf`, in order. */
export async function readingsKnownBy(
  db: Db | Trx,
  from: Instant,
  to: Instant,
  asOf: Instant,
): Promise<StoredReading[]> {
  const rows = await db
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'read_at', 'readings'])
    .where('mark', '>=', BigInt(from))
    .where('mark', '<=', BigInt(to))
    .where('read_at', '<=', BigInt(asOf))
    .orderBy('mark')
    .orderBy('attempt')
    .execute();
  return rows.map(storedReading);
}

/** What the marks in [from, to] gave in time, in order. */
export async function firstReadingsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<StoredReadings[]> {
  const rows = await db
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'readings'])
    .where('mark', '>=', BigInt(from))
    .where('mark', '<=', BigInt(to))
    .where('attempt', '=', 0n)
    .orderBy('mark')
    .execute();
  return rows.map((r) => ({ mark: Number(r.mark), attempt: 0, readings: r.readings }));
}

/** Rows of marks in [from, to], in order; at most `limit`. */
export async function readingsBetween(
  db: Db | Trx,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<StoredReadings[]> {
  const rows = await db
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'readings'])
    .where('mark', '>=', BigInt(from))
    .where('mark', '<=', BigInt(to))
    .orderBy('mark')
    .orderBy('attempt')
    .limit(limit)
    .execute();
  return rows.map((r) => ({ mark: Number(r.mark), attempt: Number(r.attempt), readings: r.readings }));
}

/** The prices that were applied to a window, or to a close, at a mark. */
export interface StoredVector {
  readonly windowEnd: Instant;
  readonly atMark: Instant;
  /** JSON, see vector-text.ts. */
  readonly prices: string;
}

export function storedVector(r: PriceVectorsTable): StoredVector {
  return { windowEnd: Number(r.window_end), atMark: Number(r.at_mark), prices: r.prices };
}

export function vectorRow({ windowEnd, atMark, prices }: StoredVector): RowOf<'ledger.price_vectors'> {
  return { window_end: windowEnd, at_mark: atMark, prices };
}

/** A close and a window that end together have the same vector: it is kept once. */
export async function insertVectors(trx: Trx, insertMany: BulkInsert, vectors: readonly StoredVector[]): Promise<void> {
  const once = 'on conflict (window_end, at_mark) do nothing';
  await insertMany(trx, 'ledger.price_vectors', vectors.map(vectorRow), once);
}
