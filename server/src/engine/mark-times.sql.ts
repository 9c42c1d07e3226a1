/** When marks were done, and what witnesses signed of them. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { DoneMark, Sighting } from '../operator/late.ts';
import type { RowTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** A cosignature over the tree of a mark. */
export interface KeptSighting extends Sighting {
  /** The key of the witness, as a vkey, and its line of the signed note. */
  readonly key: string;
  readonly line: string;
}

/** Over the trees of marks in [from, to), by mark, instant and witness. */
export async function sightingsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<KeptSighting[]> {
  const rows = await db
    .selectFrom('ledger.log_heads as h')
    .innerJoin('intake.log_cosignatures as c', 'c.size', 'h.size')
    .select(['h.mark', 'c.witness', 'c.at', 'c.line', 'c.vkey'])
    .where('h.mark', '>=', BigInt(from))
    .where('h.mark', '<', BigInt(to))
    .orderBy('h.mark')
    .orderBy('c.at')
    .orderBy('c.witness')
    .execute();
  return rows.map((r) => ({
    mark: Number(r.mark),
    witness: r.witness,
    at: Number(r.at),
    key: r.vkey,
    line: r.line,
  }));
}

/** When each witness first cosigned a tree of the marks in [from, to), the earliest first. */
export async function firstSeenBetween(db: Db | Trx, from: Instant, to: Instant): Promise<Instant[]> {
  const rows = await db
    .selectFrom('ledger.log_heads as h')
    .innerJoin('intake.log_cosignatures as c', 'c.size', 'h.size')
    .select((e) => e.fn.min('c.at').as('at'))
    .where('h.mark', '>=', BigInt(from))
    .where('h.mark', '<', BigInt(to))
    .groupBy('c.witness')
    .execute();
  return rows.map((r) => Number(r.at)).sort((a, b) => a - b);
}

/** The last mark in [from, to) whose own tree a witness cosigned, less than so many milliseconds after it; undefined when there is none. */
export async function lastSeenBetween(
  db: Db | Trx,
  from: Instant,
  to: Instant,
  withinMs: number,
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('ledger.log_heads as h')
    .innerJoin('intake.log_cosignatures as c', 'c.size', 'h.size')
    .select('h.mark')
    .where('h.mark', '>=', BigInt(from))
    .where('h.mark', '<', BigInt(to))
    .where((e) => e('c.at', '<=', e('h.mark', '+', BigInt(withinMs))))
    .orderBy('h.mark', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.mark);
}

/** The last mark before another one that was done less than so many milliseconds after its instant. */
export async function lastDoneWithin(db: Db | Trx, before: Instant, withinMs: number): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('ledger.log_heads')
    .select('mark')
    .where('mark', '<', BigInt(before))
    .where((e) => e('done_at', '<', e('mark', '+', BigInt(withinMs))))
    .orderBy('mark', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.mark);
}

export const doneMark = (r: Pick<RowTable<'ledger.log_heads'>, 'mark' | 'done_at'>): DoneMark => ({
  mark: Number(r.mark),
  doneAt: Number(r.done_at),
});

/** Marks in [from, to), in order. */
export async function doneBetween(db: Db | Trx, from: Instant, to: Instant): Promise<DoneMark[]> {
  const rows = await db
    .selectFrom('ledger.log_heads')
    .select(['mark', 'done_at'])
    .where('mark', '>=', BigInt(from))
    .where('mark', '<', BigInt(to))
    .orderBy('mark')
    .execute();
  return rows.map(doneMark);
}
