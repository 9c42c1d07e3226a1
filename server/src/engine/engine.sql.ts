/** Progress, receipts per mark, roots, incidents, operator's actions. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import type { OperatorActionsTable } from '../storage/database.ts';
import type { Db, Storage, Trx } from '../storage/storage.ts';
import type { LeagueActionKind, LeagueIncidentKind } from '../operator/league-settings.ts';

export async function readMeta(db: Db | Trx, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('ledger.meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

export async function writeMeta(db: Db | Trx, key: string, value: string): Promise<void> {
  await db
    .insertInto('ledger.meta')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** Takes the engine's turn: on PostgreSQL the row is locked until the transaction ends; the embedded engine has one writer anyway. */
export async function claimProgress(trx: Trx, engine: Storage['engine']): Promise<Instant | undefined> {
  let query = trx.selectFrom('ledger.meta').select('value').where('key', '=', 'progress');
  if (engine === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row ? Number(row.value) : undefined;
}

/** Orders of one window: how many in each league, leagues in order. */
export type WindowOrders = ReadonlyMap<string, number>;

/** Orders per window start in [from, to]; windows without orders are absent. */
export async function countOrders(db: Db | Trx, from: Instant, to: Instant): Promise<Map<Instant, WindowOrders>> {
  const rows = await db
    .selectFrom('intake.orders')
    .select((e) => ['window_start', 'league', e.fn.countAll<bigint>().as('n')])
    .where('window_start', '>=', BigInt(from))
    .where('window_start', '<=', BigInt(to))
    .groupBy(['window_start', 'league'])
    .orderBy('window_start')
    .orderBy('league')
    .execute();
  const windows = new Map<Instant, Map<string, number>>();
  for (const r of rows) {
    const start = Number(r.window_start);
    const leagues = windows.get(start) ?? new Map<string, number>();
    windows.set(start, leagues.set(r.league, Number(r.n)));
  }
  return windows;
}

/** Receipts of the orders whose window starts at the mark, in the order of the tree's leaves. */
export async function receiptsAt(db: Db | Trx, mark: Instant): Promise<{ orderId: string; receipt: string }[]> {
  const rows = await db
    .selectFrom('intake.orders')
    .select(['order_id', 'receipt'])
    .where('window_start', '=', BigInt(mark))
    .orderBy('agent_id')
    .orderBy('sequence')
    .execute();
  return rows.map((r) => ({ orderId: r.order_id, receipt: r.receipt }));
}

/** The receipts of all marks in [from, to], each mark's in the order of its leaves. Marks without orders are absent. */
export async function receiptsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<Map<Instant, string[]>> {
  const rows = await db
    .selectFrom('intake.orders')
    .select(['window_start', 'receipt'])
    .where('window_start', '>=', BigInt(from))
    .where('window_start', '<=', BigInt(to))
    .orderBy('window_start')
    .orderBy('agent_id')
    .orderBy('sequence')
    .execute();
  const receipts = new Map<Instant, string[]>();
  for (const r of rows) {
    const start = Number(r.window_start);
    const known = receipts.get(start);
    if (known) known.push(r.receipt);
    else receipts.set(start, [r.receipt]);
  }
  return receipts;
}

export interface MarkRoot {
  readonly mark: Instant;
  readonly count: number;
  readonly root: string;
  readonly chain: string;
  /** Null in rows of the first format of the chain, which left the readings out. */
  readonly readingsHash: string | null;
}

export async function rootAt(db: Db | Trx, mark: Instant): Promise<MarkRoot | undefined> {
  const r = await db.selectFrom('ledger.mark_roots').selectAll().where('mark', '=', BigInt(mark)).executeTakeFirst();
  return r
    ? { mark: Number(r.mark), count: Number(r.count), root: r.root, chain: r.chain, readingsHash: r.readings_hash }
    : undefined;
}

export async function insertRoots(trx: Trx, insertMany: BulkInsert, roots: readonly MarkRoot[]): Promise<void> {
  await insertMany(trx, 'ledger.mark_roots', {
    mark: { type: 'int8', values: roots.map((r) => r.mark) },
    count: { type: 'int8', values: roots.map((r) => r.count) },
    root: { type: 'text', values: roots.map((r) => r.root) },
    chain: { type: 'text', values: roots.map((r) => r.chain) },
    readings_hash: { type: 'text', values: roots.map((r) => r.readingsHash) },
  });
}

export interface NewReadings {
  readonly mark: Instant;
  readonly attempt: number;
  /** The mark at which they were had: `mark`, or a later one. */
  readonly readAt: Instant;
  readonly readings: string;
}

export async function insertReadings(trx: Trx, insertMany: BulkInsert, rows: readonly NewReadings[]): Promise<void> {
  await insertMany(trx, 'ledger.mark_readings', {
    mark: { type: 'int8', values: rows.map((r) => r.mark) },
    attempt: { type: 'int8', values: rows.map((r) => r.attempt) },
    read_at: { type: 'int8', values: rows.map((r) => r.readAt) },
    readings: { type: 'text', values: rows.map((r) => r.readings) },
  });
}

export interface Incident {
  readonly id: number;
  readonly atMark: Instant;
  readonly kind:
    | 'suspended'
    | 'resumed'
    | 'delisted'
    | 'price_differs'
    | 'close_voided'
    | LeagueIncidentKind
    | 'agent_retired';
  /** What it is about: a symbol, a close (`close_voided`), a league, or a bot (`agent_retired`). */
  readonly symbol: string;
  readonly price: string | null;
  readonly priceAt: Instant | null;
  readonly by: 'engine' | 'operator';
  readonly reason: string;
  /** Of `capacity_set`: seats of each tier. */
  readonly capacity?: number | undefined;
}

export async function allIncidents(db: Db | Trx): Promise<Incident[]> {
  const rows = await db.selectFrom('ledger.incidents').selectAll().orderBy('incident_id').execute();
  return rows.map((r) => ({
    id: Number(r.incident_id),
    atMark: Number(r.at_mark),
    kind: r.kind as Incident['kind'],
    symbol: r.symbol,
    price: r.price,
    priceAt: r.price_at === null ? null : Number(r.price_at),
    by: r.by as Incident['by'],
    reason: r.reason,
    capacity: r.capacity === null ? undefined : Number(r.capacity),
  }));
}

/** 0 = the log is empty. Only within a transaction that has claimed the progress: numbers are given one at a time. */
export async function lastIncidentId(trx: Trx): Promise<number> {
  const row = await trx
    .selectFrom('ledger.incidents')
    .select((e) => e.fn.max('incident_id').as('id'))
    .executeTakeFirst();
  return Number((row?.id as bigint | null | undefined) ?? 0n);
}

export async function insertIncident(trx: Trx, i: Incident): Promise<void> {
  await trx
    .insertInto('ledger.incidents')
    .values({
      incident_id: BigInt(i.id),
      at_mark: BigInt(i.atMark),
      kind: i.kind,
      symbol: i.symbol,
      price: i.price,
      price_at: i.priceAt === null ? null : BigInt(i.priceAt),
      by: i.by,
      reason: i.reason,
      capacity: i.capacity === undefined ? null : BigInt(i.capacity),
    })
    .execute();
}

export interface OperatorAction {
  readonly id: string;
  readonly at: Instant;
  readonly action: SymbolActionKind | 'void_close' | LeagueActionKind | 'retire';
  /** What it is about: a symbol, for `void_close` a close (`spot_crypto/2026-11-23`), a league, or for `retire` a bot. */
  readonly symbol: string;
  readonly reason: string;
  /** Of `set_capacity`: seats of each tier. */
  readonly capacity?: number | undefined;
}

export type SymbolActionKind = 'suspend' | 'resume' | 'delist';

/** Actions that were not applied yet, in order of id (ids are time-ordered). */
export async function pendingActions(db: Db | Trx): Promise<OperatorAction[]> {
  const rows = await db
    .selectFrom('intake.operator_actions as a')
    .selectAll('a')
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('ledger.applied_actions as x').select('x.number').whereRef('x.action_id', '=', 'a.action_id'),
        ),
      ),
    )
    .orderBy('a.action_id')
    .execute();
  return rows.map(operatorAction);
}

export function operatorAction(r: OperatorActionsTable): OperatorAction {
  return {
    id: r.action_id,
    at: Number(r.at),
    action: r.action as OperatorAction['action'],
    symbol: r.symbol,
    reason: r.reason,
    capacity: r.capacity === null ? undefined : Number(r.capacity),
  };
}

/** All actions in order of id, each with the mark at which it was applied; undefined while it waits. */
export async function allActions(db: Db): Promise<(OperatorAction & { readonly appliedAt: Instant | undefined })[]> {
  const rows = await db
    .selectFrom('intake.operator_actions as a')
    .leftJoin('ledger.applied_actions as x', 'x.action_id', 'a.action_id')
    .selectAll('a')
    .select('x.at_mark')
    .orderBy('a.action_id')
    .execute();
  return rows.map((r) => ({ ...operatorAction(r), appliedAt: r.at_mark === null ? undefined : Number(r.at_mark) }));
}

export async function countApplied(db: Db | Trx): Promise<number> {
  const row = await db
    .selectFrom('ledger.applied_actions')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertApplied(trx: Trx, number: number, actionId: string, mark: Instant): Promise<void> {
  await trx
    .insertInto('ledger.applied_actions')
    .values({ number: BigInt(number), action_id: actionId, at_mark: BigInt(mark) })
    .execute();
}

export async function insertAction(db: Db, a: OperatorAction): Promise<void> {
  await db
    .insertInto('intake.operator_actions')
    .values({
      action_id: a.id,
      at: BigInt(a.at),
      action: a.action,
      symbol: a.symbol,
      reason: a.reason,
      capacity: a.capacity === undefined ? null : BigInt(a.capacity),
    })
    .execute();
}

/** The newest instants that the data has seen: a clock must not start before them. */
export async function latestInstant(db: Db): Promise<Instant | undefined> {
  const { rows } = await sql<{ t: bigint | null }>`
    select max(t) as t from (
      select max(received_at) as t from intake.orders
      union all select max(registered_at) as t from intake.agents
    ) as seen`.execute(db);
  const t = rows[0]?.t;
  return t === null || t === undefined ? undefined : Number(t);
}
