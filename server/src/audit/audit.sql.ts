/**
 * What the audit reads. Facts come as values, and what the engine made of them as rows, which are compared column by column. One function
 * for each statement. What may be long comes in chunks, in the order in which it is needed.
 */
import { sql, type Compilable } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { storedFact, type StoredFact } from '../flow/mark/facts.sql.ts';
import { baselinesFact } from '../flow/mark/room-baselines.ts';
import { storedPayout, type StoredPayout } from '../flow/mark/payouts.sql.ts';
import type { Order } from '../flow/order/order.ts';
import { orderOf } from '../flow/order/order.sql.ts';
import { storedReading, storedVector, type StoredReading, type StoredVector } from '../flow/price/price.sql.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { ReadChunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { findRow, findRows } from '../storage/find.ts';
import type { Trx } from '../storage/storage.ts';
import { keyColumns, type NamedTable } from './differences.ts';

/** Rows read in one statement. */
export const rowsPerChunk = 2_000;

/** One state of the data, to be read in chunks. */
export interface Snapshot {
  readonly trx: Trx;
  readonly readChunks: ReadChunks;
}

type Chunks<T> = AsyncIterable<readonly T[]>;

/** A whole table. @param order columns by which its rows come; without any, those that name a row. */
export function heldRows<T extends keyof Database>(
  { trx, readChunks }: Snapshot,
  table: T,
  ...order: readonly (keyof Database[T] & string)[]
): Chunks<Database[T]> {
  const by = order.length > 0 ? order : keyColumns(table as NamedTable);
  const columns = sql.join(by.map((column) => sql.ref(column)));
  const query = sql<Database[T]>`select * from ${sql.table(table)} order by ${columns}`;
  const compilable = { compile: () => query.compile(trx) } as Compilable<Database[T]>;
  return readChunks(trx, compilable, rowsPerChunk);
}

async function* values<R, V>(chunks: Chunks<R>, valueOf: (row: R) => V): AsyncGenerator<V[]> {
  for await (const rows of chunks) yield rows.map(valueOf);
}

/** Readings by mark and attempt. */
export function readingsOf(from: Snapshot): Chunks<StoredReading> {
  return values(heldRows(from, 'ledger.mark_readings', 'mark', 'attempt'), storedReading);
}

/** Payouts by mark, bot, room and name. */
export function payoutsOf(from: Snapshot): Chunks<StoredPayout> {
  return values(heldRows(from, 'ledger.payouts', 'at_mark', 'agent_id', 'room', 'payout_id'), storedPayout);
}

/** What rooms noted of baselines, by mark. */
export async function baselineFacts(trx: Trx): Promise<Map<Instant, StoredFact[]>> {
  const rows = await findRows(trx, 'ledger.room_facts', { name: baselinesFact }, 'at_mark', 'room', 'fact_id');
  return Map.groupBy(rows.map(storedFact), (fact) => fact.mark);
}

/** What rooms noted, by mark, room, name, id and bot. */
export function factsOf(from: Snapshot): Chunks<StoredFact> {
  return values(heldRows(from, 'ledger.room_facts', 'at_mark', 'room', 'name', 'fact_id', 'agent_id'), storedFact);
}

/** Vectors by window and mark. */
export function vectorsOf(from: Snapshot): Chunks<StoredVector> {
  return values(heldRows(from, 'ledger.price_vectors', 'window_end', 'at_mark'), storedVector);
}

export interface StoredBot {
  readonly id: string;
  readonly league: string;
  readonly registeredAt: Instant;
  readonly makerId: string;
  /** By its owner. */
  readonly retiredAt: Instant | undefined;
  /** As its row copied it from the log. */
  readonly retiredByLogAt: Instant | undefined;
  readonly house: boolean;
}

export function botsOf(from: Snapshot): Chunks<StoredBot> {
  return values(heldRows(from, 'intake.bots', 'agent_id'), (r) => ({
    id: r.agent_id,
    league: r.league,
    registeredAt: Number(r.registered_at),
    makerId: r.maker_id,
    retiredAt: r.retired_at === null || r.retired_by !== null ? undefined : Number(r.retired_at),
    retiredByLogAt: r.retired_at === null || r.retired_by === null ? undefined : Number(r.retired_at),
    house: r.house === 1n,
  }));
}

/** An order, and its outcome as it is held; undefined without one. */
export interface OrderAndOutcome {
  readonly order: Order;
  readonly held: RowOf<'ledger.fills'> | undefined;
}

/** Orders by window, league, bot and sequence. Their outcomes are read beside them, in the same order. */
export async function* ordersOf(from: Snapshot): AsyncGenerator<OrderAndOutcome[]> {
  const outcomes = eachOutcome(from);
  let outcome = await outcomes.next();
  for await (const rows of heldRows(from, 'intake.orders', 'window_start', 'league', 'agent_id', 'sequence')) {
    const orders: OrderAndOutcome[] = [];
    for (const row of rows) {
      const { done, value } = outcome;
      const isOf = done !== true && value.agent_id === row.agent_id && value.sequence === row.sequence;
      orders.push({ order: orderOf(row), held: isOf ? value : undefined });
      if (isOf) outcome = await outcomes.next();
    }
    yield orders;
  }
}

async function* eachOutcome({ trx, readChunks }: Snapshot) {
  const query = trx
    .selectFrom('intake.orders as o')
    .innerJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .selectAll('f')
    .orderBy('o.window_start')
    .orderBy('o.league')
    .orderBy('o.agent_id')
    .orderBy('o.sequence');
  for await (const rows of readChunks(trx, query, rowsPerChunk)) yield* rows;
}

/** Outcomes without an order. */
export async function strayFills(trx: Trx, limit: number): Promise<RowOf<'ledger.fills'>[]> {
  return await trx
    .selectFrom('ledger.fills as f')
    .leftJoin('intake.orders as o', (j) =>
      j.onRef('o.agent_id', '=', 'f.agent_id').onRef('o.sequence', '=', 'f.sequence'),
    )
    .selectAll('f')
    .where('o.agent_id', 'is', null)
    .orderBy('f.agent_id')
    .orderBy('f.sequence')
    .limit(limit)
    .execute();
}

export async function appliedActions(
  trx: Trx,
): Promise<{ readonly number: number; readonly actionId: string; readonly mark: Instant }[]> {
  const rows = await findRows(trx, 'ledger.applied_actions', {}, 'number');
  return rows.map((r) => ({ number: Number(r.number), actionId: r.action_id, mark: Number(r.at_mark) }));
}

export async function delistingsAt(trx: Trx, mark: Instant, symbol: string): Promise<RowOf<'ledger.delistings'>[]> {
  return await findRows(trx, 'ledger.delistings', { at_mark: mark, symbol });
}

/** A bot's close and its record as they are held. */
export interface HeldClose {
  readonly botId: string;
  readonly at: Instant;
  readonly close: RowOf<'ledger.closes'>;
  readonly record: RowOf<'ledger.records'> | undefined;
}

/** Closes in [from, to) of the bots in (after, last]: from each bot to its rows, since the key leads with the bot. */
export async function closesOfBots(
  trx: Trx,
  bots: { readonly after: string; readonly last: string },
  from: Instant,
  to: Instant,
): Promise<HeldClose[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as c', (j) =>
      j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '>=', BigInt(from)).on('c.close', '<', BigInt(to)),
    )
    .leftJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'c.agent_id').onRef('r.close', '=', 'c.close'))
    .selectAll('c')
    .select('r.record')
    .where('a.agent_id', '>', bots.after)
    .where('a.agent_id', '<=', bots.last)
    .execute();
  return rows.map(({ record, ...close }) => {
    const { agent_id, close: at } = close;
    return {
      botId: agent_id,
      at: Number(at),
      close,
      record: record === null ? undefined : { agent_id, close: at, record },
    };
  });
}

/** A board as it is held, and the seats of each tier, which are a fact. */
export interface HeldBoard {
  readonly capacity: number;
  readonly row: RowOf<'ledger.boards'>;
}

export async function boardOf(trx: Trx, league: string, close: Instant): Promise<HeldBoard | undefined> {
  const row = await findRow(trx, 'ledger.boards', { league, close });
  return row && { capacity: Number(row.capacity), row };
}

export async function boardBlocksOf(trx: Trx, league: string, close: Instant): Promise<RowOf<'ledger.board_blocks'>[]> {
  return await findRows(trx, 'ledger.board_blocks', { league, close }, 'block');
}
