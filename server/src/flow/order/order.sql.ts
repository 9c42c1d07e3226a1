/** Orders as they are stored: rows of `intake.orders`. */
import type { Instant } from '../../lib/clock.ts';
import type { RowTable } from '../../storage/database.ts';
import { flag } from '../../storage/flag.ts';
import type { Db } from '../../storage/storage.ts';
import type { Order } from './order.ts';

/** Orders of the window that starts at the instant, by bot. */
export async function ordersByBot(db: Db, start: Instant): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('intake.orders')
    .select((e) => ['agent_id', e.fn.countAll<bigint>().as('n')])
    .where('window_start', '=', BigInt(start))
    .groupBy('agent_id')
    .execute();
  return new Map(rows.map((r) => [r.agent_id, Number(r.n)]));
}

export function orderOf(row: RowTable<'intake.orders'>): Order {
  return {
    botId: row.agent_id,
    sequence: Number(row.sequence),
    orderId: row.order_id,
    league: row.league,
    receivedAt: Number(row.received_at),
    windowStart: Number(row.window_start),
    sandbox: flag(row.sandbox),
    date: row.date,
    weights: row.weights,
    reason: row.reason,
    nonce: row.nonce,
    previous: row.previous_receipt,
    receipt: row.receipt,
    rulesVersion: row.rules_version,
  };
}

export function orderRow(order: Order): RowTable<'intake.orders'> {
  return {
    agent_id: order.botId,
    sequence: BigInt(order.sequence),
    order_id: order.orderId,
    league: order.league,
    received_at: BigInt(order.receivedAt),
    window_start: BigInt(order.windowStart),
    sandbox: order.sandbox ? 1n : 0n,
    date: order.date,
    weights: order.weights,
    reason: order.reason,
    nonce: order.nonce,
    previous_receipt: order.previous,
    receipt: order.receipt,
    rules_version: order.rulesVersion,
  };
}
