/** What a day's file reads. One function per statement; those that may be long are read in chunks. */
import { storedRoot } from '../../engine/engine.sql.ts';
import type { MarkRoot } from '../../flow/order/merkle.ts';
import { orderOf } from '../../flow/order/order.sql.ts';
import { storedVector, type StoredVector } from '../../flow/price/price.sql.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Trx } from '../../storage/storage.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import { operatorAction } from '../../operator/action.sql.ts';

const rowsPerChunk = 1_000;

export async function rootsIn(trx: Trx, from: Instant, to: Instant): Promise<MarkRoot[]> {
  const rows = await trx
    .selectFrom('ledger.mark_roots')
    .selectAll()
    .where('mark', '>=', BigInt(from))
    .where('mark', '<', BigInt(to))
    .orderBy('mark')
    .execute();
  return rows.map(storedRoot);
}

export async function vectorsMadeAt(trx: Trx, mark: Instant, earliest: Instant): Promise<StoredVector[]> {
  const rows = await trx
    .selectFrom('ledger.price_vectors')
    .selectAll()
    .where('window_end', '>=', BigInt(earliest))
    .where('window_end', '<=', BigInt(mark))
    .where('at_mark', '=', BigInt(mark))
    .orderBy('window_end')
    .execute();
  return rows.map(storedVector);
}

/** What the operator asked for and was applied in [from, to), in order. */
export async function actionsIn(trx: Trx, from: Instant, to: Instant) {
  const rows = await trx
    .selectFrom('ledger.applied_actions as x')
    .innerJoin('intake.operator_actions as a', 'a.action_id', 'x.action_id')
    .selectAll('a')
    .select(['x.number', 'x.at_mark'])
    .where('x.at_mark', '>=', BigInt(from))
    .where('x.at_mark', '<', BigInt(to))
    .orderBy('x.number')
    .execute();
  return rows.map((r) => ({ ...operatorAction(r), number: Number(r.number), atMark: Number(r.at_mark) }));
}

export function delistingsIn(trx: Trx, readChunks: ReadChunks, from: Instant, to: Instant) {
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

/**
 * Orders that count and were decided in [from, to), by window, league, bot and sequence.
 * @param earliest start of the oldest window that may still have been decided then.
 */
export async function* decidedIn(trx: Trx, readChunks: ReadChunks, earliest: Instant, from: Instant, to: Instant) {
  const query = trx
    .selectFrom('intake.orders as o')
    .innerJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .selectAll('o')
    .select(['f.at_mark', 'f.state', 'f.reason_code', 'f.detail', 'f.trades'])
    .select(['f.cash_after', 'f.value_before', 'f.value_after'])
    .where('o.window_start', '>=', BigInt(earliest))
    .where('o.window_start', '<', BigInt(to))
    .where('o.sandbox', '=', 0n)
    .where('f.at_mark', '>=', BigInt(from))
    .where('f.at_mark', '<', BigInt(to))
    .orderBy('o.window_start')
    .orderBy('o.league')
    .orderBy('o.agent_id')
    .orderBy('o.sequence');
  for await (const rows of readChunks(trx, query, rowsPerChunk))
    yield rows.map((r) => ({ ...r, order: orderOf(r), atMark: Number(r.at_mark) }));
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
