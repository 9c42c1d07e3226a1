/** What the audit reads. One function per statement; those that read a whole table do it in the order of its key, in chunks. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type {
  BotsTable,
  BaselineMarksTable,
  BaselinesTable,
  Database,
  DelistingsTable,
  FillsTable,
  MarkRootsTable,
  OrdersTable,
  PortfoliosTable,
  PriceVectorsTable,
  WaitingOrdersTable,
} from '../storage/database.ts';
import { readingsKnownBy, storedReading, type StoredReading } from '../flow/price/price.sql.ts';
import type { Trx } from '../storage/storage.ts';

/** Rows read in one statement. */
export const rowsPerChunk = 2_000;

export type StoredBot = Pick<BotsTable, 'agent_id' | 'league' | 'registered_at' | 'retired_at' | 'retired_by'>;

export async function botsAfter(trx: Trx, after: string, limit: number): Promise<StoredBot[]> {
  return await trx
    .selectFrom('intake.bots')
    .select(['agent_id', 'league', 'registered_at', 'retired_at', 'retired_by'])
    .where('agent_id', '>', after)
    .orderBy('agent_id')
    .limit(limit)
    .execute();
}

/** Readings by mark and attempt. */
export async function readingsAfter(
  trx: Trx,
  after: Pick<StoredReading, 'mark' | 'attempt'> | undefined,
  limit: number,
): Promise<StoredReading[]> {
  const rows = await trx
    .selectFrom('ledger.mark_readings')
    .select(['mark', 'attempt', 'read_at', 'readings'])
    .where(sql<boolean>`(mark, attempt) > (${BigInt(after?.mark ?? -1)}, ${BigInt(after?.attempt ?? -1)})`)
    .orderBy('mark')
    .orderBy('attempt')
    .limit(limit)
    .execute();
  return rows.map(storedReading);
}

/** All rows of one mark, first attempt first. */
export async function readingRowsAt(trx: Trx, mark: Instant): Promise<StoredReading[]> {
  return await readingsKnownBy(trx, mark, mark, Number.MAX_SAFE_INTEGER);
}

export async function rootsAfter(trx: Trx, after: bigint, limit: number): Promise<MarkRootsTable[]> {
  return await trx
    .selectFrom('ledger.mark_roots')
    .select(['mark', 'count', 'root', 'chain', 'readings_hash'])
    .where('mark', '>', after)
    .orderBy('mark')
    .limit(limit)
    .execute();
}

/** Columns of a fill next to its order, each with `f_` before its name; all null when the order has no outcome. */
export interface FillColumns {
  readonly f_order_id: string | null;
  readonly f_league: string | null;
  readonly f_window_start: bigint | null;
  readonly f_at_mark: bigint | null;
  readonly f_sandbox: bigint | null;
  readonly f_state: string | null;
  readonly f_reason_code: string | null;
  readonly f_detail: string | null;
  readonly f_trades: string | null;
  readonly f_cash_after: bigint | null;
  readonly f_value_before: bigint | null;
  readonly f_value_after: bigint | null;
}

export type OrderRow = OrdersTable & FillColumns;

type OrderKey = Pick<OrdersTable, 'window_start' | 'league' | 'agent_id' | 'sequence'>;

/** Orders by window, league, bot and sequence, each with its outcome. */
export async function ordersAfter(trx: Trx, after: OrderKey | undefined, limit: number): Promise<OrderRow[]> {
  return await trx
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .select([
      'o.agent_id',
      'o.sequence',
      'o.order_id',
      'o.league',
      'o.received_at',
      'o.window_start',
      'o.sandbox',
      'o.date',
      'o.weights',
      'o.reason',
      'o.nonce',
      'o.previous_receipt',
      'o.receipt',
      'o.rules_version',
      'f.order_id as f_order_id',
      'f.league as f_league',
      'f.window_start as f_window_start',
      'f.at_mark as f_at_mark',
      'f.sandbox as f_sandbox',
      'f.state as f_state',
      'f.reason_code as f_reason_code',
      'f.detail as f_detail',
      'f.trades as f_trades',
      'f.cash_after as f_cash_after',
      'f.value_before as f_value_before',
      'f.value_after as f_value_after',
    ])
    .where(
      sql<boolean>`(o.window_start, o.league, o.agent_id, o.sequence) > (${after?.window_start ?? -1n}, ${after?.league ?? ''}, ${after?.agent_id ?? ''}, ${after?.sequence ?? -1n})`,
    )
    .orderBy('o.window_start')
    .orderBy('o.league')
    .orderBy('o.agent_id')
    .orderBy('o.sequence')
    .limit(limit)
    .execute();
}

/** Outcomes without an order. */
export async function strayFills(
  trx: Trx,
  limit: number,
): Promise<Pick<FillsTable, 'agent_id' | 'sequence' | 'order_id'>[]> {
  return await trx
    .selectFrom('ledger.fills as f')
    .leftJoin('intake.orders as o', (j) =>
      j.onRef('o.agent_id', '=', 'f.agent_id').onRef('o.sequence', '=', 'f.sequence'),
    )
    .select(['f.agent_id', 'f.sequence', 'f.order_id'])
    .where('o.agent_id', 'is', null)
    .orderBy('f.agent_id')
    .orderBy('f.sequence')
    .limit(limit)
    .execute();
}

export async function vectorsAfter(
  trx: Trx,
  after: { readonly window_end: bigint; readonly at_mark: bigint } | undefined,
  limit: number,
): Promise<PriceVectorsTable[]> {
  return await trx
    .selectFrom('ledger.price_vectors')
    .select(['window_end', 'at_mark', 'prices'])
    .where(sql<boolean>`(window_end, at_mark) > (${after?.window_end ?? -1n}, ${after?.at_mark ?? -1n})`)
    .orderBy('window_end')
    .orderBy('at_mark')
    .limit(limit)
    .execute();
}

export async function portfoliosAfter(trx: Trx, after: string, limit: number): Promise<PortfoliosTable[]> {
  return await trx
    .selectFrom('ledger.portfolios')
    .selectAll()
    .where('agent_id', '>', after)
    .orderBy('agent_id')
    .limit(limit)
    .execute();
}

export async function baselineRows(trx: Trx): Promise<BaselinesTable[]> {
  return await trx.selectFrom('ledger.baselines').selectAll().orderBy('league').orderBy('baseline_id').execute();
}

export async function waitingRows(trx: Trx): Promise<WaitingOrdersTable[]> {
  return await trx.selectFrom('ledger.waiting_orders').selectAll().orderBy('agent_id').orderBy('sequence').execute();
}

export async function appliedActions(
  trx: Trx,
): Promise<{ readonly number: number; readonly actionId: string; readonly mark: Instant }[]> {
  const rows = await trx.selectFrom('ledger.applied_actions').selectAll().orderBy('number').execute();
  return rows.map((r) => ({ number: Number(r.number), actionId: r.action_id, mark: Number(r.at_mark) }));
}

export async function delistingsAt(trx: Trx, mark: Instant): Promise<DelistingsTable[]> {
  return await trx.selectFrom('ledger.delistings').selectAll().where('at_mark', '=', BigInt(mark)).execute();
}

export async function countRows(trx: Trx, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
  return Number(rows[0]?.n ?? 0n);
}

export async function baselineMarksAfter(
  trx: Trx,
  after: { readonly league: string; readonly mark: bigint } | undefined,
  limit: number,
): Promise<BaselineMarksTable[]> {
  return await trx
    .selectFrom('ledger.baseline_marks')
    .select(['league', 'mark', 'baselines'])
    .where(sql<boolean>`(league, mark) > (${after?.league ?? ''}, ${after?.mark ?? -1n})`)
    .orderBy('league')
    .orderBy('mark')
    .limit(limit)
    .execute();
}
