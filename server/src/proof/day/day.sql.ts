/** What a day's file reads. One function per statement; those that may be long are read in chunks. */
import type { Instant } from '../../lib/clock.ts';
import type {
  DelistingsTable,
  FillsTable,
  IncidentsTable,
  MarkRootsTable,
  OrdersTable,
  PriceVectorsTable,
} from '../../storage/database.ts';
import type { Trx } from '../../storage/storage.ts';
import type { ReadChunks } from '../../storage/chunks.ts';

const rowsPerChunk = 1_000;

export async function rootsIn(trx: Trx, from: Instant, to: Instant): Promise<MarkRootsTable[]> {
  return await trx
    .selectFrom('ledger.mark_roots')
    .selectAll()
    .where('mark', '>=', BigInt(from))
    .where('mark', '<', BigInt(to))
    .orderBy('mark')
    .execute();
}

export async function vectorsMadeAt(
  trx: Trx,
  mark: Instant,
  earliest: Instant,
): Promise<Pick<PriceVectorsTable, 'window_end' | 'prices'>[]> {
  return await trx
    .selectFrom('ledger.price_vectors')
    .select(['window_end', 'prices'])
    .where('window_end', '>=', BigInt(earliest))
    .where('window_end', '<=', BigInt(mark))
    .where('at_mark', '=', BigInt(mark))
    .orderBy('window_end')
    .execute();
}

export async function incidentsIn(trx: Trx, from: Instant, to: Instant): Promise<IncidentsTable[]> {
  return await trx
    .selectFrom('ledger.incidents')
    .selectAll()
    .where('at_mark', '>=', BigInt(from))
    .where('at_mark', '<', BigInt(to))
    .orderBy('incident_id')
    .execute();
}

export async function actionsIn(trx: Trx, from: Instant, to: Instant) {
  return await trx
    .selectFrom('ledger.applied_actions as x')
    .innerJoin('intake.operator_actions as a', 'a.action_id', 'x.action_id')
    .select([
      'x.number',
      'x.at_mark',
      'a.action_id',
      'a.at',
      'a.action',
      'a.about_kind',
      'a.about_id',
      'a.reason',
      'a.capacity',
    ])
    .where('x.at_mark', '>=', BigInt(from))
    .where('x.at_mark', '<', BigInt(to))
    .orderBy('x.number')
    .execute();
}

export function delistingsIn(
  trx: Trx,
  readChunks: ReadChunks,
  from: Instant,
  to: Instant,
): AsyncIterable<DelistingsTable[]> {
  const query = trx
    .selectFrom('ledger.delistings')
    .selectAll()
    .where('at_mark', '>=', BigInt(from))
    .where('at_mark', '<', BigInt(to))
    .orderBy('agent_id')
    .orderBy('at_mark')
    .orderBy('symbol');
  return readChunks(trx, query, rowsPerChunk);
}

export type DecidedOrder = Omit<
  OrdersTable,
  'agent_id' | 'sequence' | 'order_id' | 'league' | 'window_start' | 'sandbox'
> &
  Pick<
    FillsTable,
    | 'agent_id'
    | 'sequence'
    | 'order_id'
    | 'league'
    | 'window_start'
    | 'at_mark'
    | 'state'
    | 'reason_code'
    | 'detail'
    | 'trades'
    | 'cash_after'
    | 'value_before'
    | 'value_after'
  >;

/**
 * Orders that count and were decided in [from, to), by window, league, bot and sequence.
 * @param earliest start of the oldest window that may still have been decided then.
 */
export function decidedIn(
  trx: Trx,
  readChunks: ReadChunks,
  earliest: Instant,
  from: Instant,
  to: Instant,
): AsyncIterable<DecidedOrder[]> {
  const query = trx
    .selectFrom('intake.orders as o')
    .innerJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .select([
      'o.received_at',
      'o.date',
      'o.weights',
      'o.reason',
      'o.nonce',
      'o.previous_receipt',
      'o.receipt',
      'o.rules_version',
      'f.agent_id',
      'f.sequence',
      'f.order_id',
      'f.league',
      'f.window_start',
      'f.at_mark',
      'f.state',
      'f.reason_code',
      'f.detail',
      'f.trades',
      'f.cash_after',
      'f.value_before',
      'f.value_after',
    ])
    .where('o.window_start', '>=', BigInt(earliest))
    .where('o.window_start', '<', BigInt(to))
    .where('o.sandbox', '=', 0n)
    .where('f.at_mark', '>=', BigInt(from))
    .where('f.at_mark', '<', BigInt(to))
    .orderBy('o.window_start')
    .orderBy('o.league')
    .orderBy('o.agent_id')
    .orderBy('o.sequence');
  return readChunks(trx, query, rowsPerChunk);
}

/** Receipts of the orders under a mark's root, in the order of its leaves. */
export function receiptsUnder(trx: Trx, readChunks: ReadChunks, mark: Instant): AsyncIterable<{ receipt: string }[]> {
  const query = trx
    .selectFrom('intake.orders')
    .select('receipt')
    .where('window_start', '=', BigInt(mark))
    .orderBy('agent_id')
    .orderBy('sequence');
  return readChunks(trx, query, rowsPerChunk);
}

/** The rules that the closes of a mark were done under, by league. */
export async function closeRules(trx: Trx, close: Instant): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('ledger.boards')
    .select(['league', 'rules_version'])
    .where('close', '=', BigInt(close))
    .execute();
  return new Map(rows.map((r) => [r.league, r.rules_version]));
}

export function closesAt(trx: Trx, readChunks: ReadChunks, close: Instant) {
  const query = trx
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', BigInt(close)))
    .select(['c.agent_id', 'c.league', 'c.value', 'c.stale', 'c.rank', 'c.tied'])
    .orderBy('a.agent_id');
  return readChunks(trx, query, rowsPerChunk);
}
