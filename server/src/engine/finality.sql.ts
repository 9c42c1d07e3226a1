/** What was found out about blocks after they were read. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';

export interface BlockCheck {
  readonly chain: number;
  readonly readAt: Instant;
  readonly mark: Instant;
  readonly attempt: number;
  readonly number: number;
  readonly hash: string;
  readonly checkedAt: Instant;
  readonly outcome: 'final' | 'gone';
  readonly canonicalHash: string;
  readonly differenceBps: string | null;
}

export async function insertBlockCheck(trx: Trx, c: BlockCheck): Promise<void> {
  await trx
    .insertInto('ledger.block_checks')
    .values({
      chain: BigInt(c.chain),
      read_at: BigInt(c.readAt),
      mark: BigInt(c.mark),
      attempt: BigInt(c.attempt),
      number: BigInt(c.number),
      hash: c.hash,
      checked_at: BigInt(c.checkedAt),
      outcome: c.outcome,
      canonical_hash: c.canonicalHash,
      difference_bps: c.differenceBps,
    })
    .execute();
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

export async function countGone(db: Db | Trx, chain: number): Promise<number> {
  const row = await db
    .selectFrom('ledger.block_checks')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('chain', '=', BigInt(chain))
    .where('outcome', '=', 'gone')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The vectors that were applied to a window, and the marks at which that was. */
export async function vectorsOf(db: Db | Trx, windowEnd: Instant): Promise<{ atMark: Instant; prices: string }[]> {
  const rows = await db
    .selectFrom('ledger.price_vectors')
    .select(['at_mark', 'prices'])
    .where('window_end', '=', BigInt(windowEnd))
    .orderBy('at_mark')
    .execute();
  return rows.map((r) => ({ atMark: Number(r.at_mark), prices: r.prices }));
}

/** Does an order still wait for a price of one of these windows? */
export async function isWaitedFor(db: Db | Trx, windowStarts: readonly Instant[]): Promise<boolean> {
  const row = await db
    .selectFrom('ledger.waiting_orders')
    .select('agent_id')
    .where('window_start', 'in', windowStarts.map(BigInt))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface StoredDifference {
  readonly incidentId: number;
  readonly chain: number;
  readonly mark: Instant;
  readonly symbol: string;
  readonly windowEnd: Instant;
  readonly pricedAt: Instant;
  /** Decimal text. */
  readonly used: string;
  readonly canonical: string | null;
  readonly bps: string | null;
  readonly orders: number;
}

export async function insertDifference(trx: Trx, d: StoredDifference): Promise<void> {
  await trx
    .insertInto('ledger.price_differences')
    .values({
      incident_id: BigInt(d.incidentId),
      chain: BigInt(d.chain),
      mark: BigInt(d.mark),
      symbol: d.symbol,
      window_end: BigInt(d.windowEnd),
      priced_at: BigInt(d.pricedAt),
      used: d.used,
      canonical: d.canonical,
      bps: d.bps,
      orders: BigInt(d.orders),
    })
    .execute();
}

export async function allDifferences(db: Db | Trx): Promise<StoredDifference[]> {
  const rows = await db.selectFrom('ledger.price_differences').selectAll().orderBy('incident_id').execute();
  return rows.map((r) => ({
    incidentId: Number(r.incident_id),
    chain: Number(r.chain),
    mark: Number(r.mark),
    symbol: r.symbol,
    windowEnd: Number(r.window_end),
    pricedAt: Number(r.priced_at),
    used: r.used,
    canonical: r.canonical,
    bps: r.bps,
    orders: Number(r.orders),
  }));
}
