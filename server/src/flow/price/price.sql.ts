/** Readings at marks and the price vectors made of them. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
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

export interface NewVector {
  readonly windowEnd: Instant;
  readonly atMark: Instant;
  /** JSON, see vector-text.ts. */
  readonly prices: string;
}

/** A close and a window that end together have the same vector: it is kept once. */
export async function insertVectors(trx: Trx, insertMany: BulkInsert, vectors: readonly NewVector[]): Promise<void> {
  await insertMany(
    trx,
    'ledger.price_vectors',
    {
      window_end: { type: 'int8', values: vectors.map((v) => v.windowEnd) },
      at_mark: { type: 'int8', values: vectors.map((v) => v.atMark) },
      prices: { type: 'text', values: vectors.map((v) => v.prices) },
    },
    'on conflict (window_end, at_mark) do nothing',
  );
}
