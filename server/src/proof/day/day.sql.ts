/** What a day's file reads. One function per statement; those that may be long are read in chunks. */
import { orderOf } from '../../flow/order/order.sql.ts';
import { storedVector, type StoredVector } from '../../flow/price/price.sql.ts';
import type { Instant } from '../../lib/clock.ts';
import { findRows } from '../../storage/find.ts';
import type { Trx } from '../../storage/storage.ts';
import type { ReadChunks } from '../../storage/chunks.ts';

const rowsPerChunk = 1_000;

export async function vectorsMadeAt(trx: Trx, mark: Instant, earliest: Instant): Promise<StoredVector[]> {
  const made = { window_end: { from: earliest, upTo: mark }, at_mark: mark };
  return (await findRows(trx, 'ledger.price_vectors', made, 'window_end')).map(storedVector);
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
    .select(['f.state', 'f.reason_code', 'f.detail', 'f.trades', 'f.cash_after', 'f.value_before', 'f.value_after'])
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
    yield rows.map((r) => ({ fill: r, order: orderOf(r) }));
}

export async function leaguesClosedAt(trx: Trx, close: Instant): Promise<string[]> {
  return (await findRows(trx, 'ledger.boards', { close }, 'league')).map((r) => r.league);
}
