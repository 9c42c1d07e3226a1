/** Fills of a bot in the order in which they were decided. One function per statement. */
import type { Trade } from '../flow/fill/fill.ts';
import { decodeTrades } from '../flow/fill/portfolio-text.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';

/** A fill that counts, as portfolios are made of it. */
export interface FillInOrder {
  readonly orderId: string;
  readonly sequence: number;
  readonly atMark: Instant;
  readonly trades: readonly Trade[];
  readonly cashAfter: bigint;
}

/**
 * Fills that count, of a bot's orders after one, decided before a mark, or at it and of an order before another; oldest first, at most
 * `limit`. A sandbox order may be decided after a scored one that came later.
 */
export async function countedFills(
  db: Db,
  botId: string,
  { after, before }: { readonly after: number; readonly before: number },
  until: Instant,
  limit: number,
): Promise<FillInOrder[]> {
  const rows = await db
    .selectFrom('ledger.fills')
    .select(['sequence', 'order_id', 'at_mark', 'trades', 'cash_after'])
    .where('agent_id', '=', botId)
    .where('sequence', '>', BigInt(after))
    .where('at_mark', '<=', BigInt(until))
    .where((eb) => eb.or([eb('sequence', '<', BigInt(before)), eb('at_mark', '<', BigInt(until))]))
    .where('state', '=', 'filled')
    .where('sandbox', '=', 0n)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((r) => ({
    orderId: r.order_id,
    sequence: Number(r.sequence),
    atMark: Number(r.at_mark),
    trades: decodeTrades(r.trades),
    cashAfter: r.cash_after,
  }));
}
