/**
 * Taking an order: stamped, chained to the bot's last receipt, handed to the intake, acknowledged once it is durable. From the stamp
 * on it cannot be changed or taken back.
 */
import type { Clock, Instant } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { IdempotencyTable, OrdersTable } from '../../storage/database.ts';
import type { Intake } from '../../storage/intake.ts';
import { windowFor } from '../window/window.ts';
import { canonicalWeights, type NewOrder } from './order.ts';
import { receiptHash, sha256 } from './receipt.ts';

/** A bot whose next receipt is chained to `head`; the head moves with each order. */
export interface OrderingBot {
  readonly botId: string;
  readonly league: string;
  readonly head: { sequence: number; receipt: string };
}

export interface TakenOrder {
  readonly row: OrdersTable;
  readonly receivedAt: Instant;
}

export interface SubmitDeps {
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the rules that are in force. */
  readonly rulesVersion: string;
}

/**
 * Stamps the order at the moment of the call (nothing is awaited before that) and resolves when it is durable.
 * @param keep the answer to keep for the request's Idempotency-Key.
 */
export async function submitOrder(
  { intake, clock, ids, rulesVersion }: SubmitDeps,
  bot: OrderingBot,
  order: NewOrder,
  keep?: (taken: TakenOrder) => IdempotencyTable | undefined,
): Promise<TakenOrder> {
  const receivedAt = clock.now();
  const weights = canonicalWeights(order.weights);
  const sequence = bot.head.sequence + 1;
  const orderId = ids.next('ord', receivedAt);
  const nonce = ids.nonce();
  const previous = bot.head.receipt;
  const receipt = receiptHash({
    orderId,
    botId: bot.botId,
    sequence,
    receivedAt,
    league: bot.league,
    sandbox: order.sandbox,
    date: order.date,
    weights,
    reasonHash: order.reason === null ? '' : sha256(order.reason),
    nonce,
    previous,
    rulesVersion,
  });
  const row: OrdersTable = {
    agent_id: bot.botId,
    sequence: BigInt(sequence),
    order_id: orderId,
    league: bot.league,
    received_at: BigInt(receivedAt),
    window_start: BigInt(windowFor(receivedAt).start),
    sandbox: order.sandbox ? 1n : 0n,
    date: order.date,
    weights,
    reason: order.reason,
    nonce,
    previous_receipt: previous,
    receipt,
    rules_version: rulesVersion,
  };
  const taken = { row, receivedAt };
  const idempotency = keep?.(taken);
  bot.head.sequence = sequence;
  bot.head.receipt = receipt;
  await intake.write({ order: row, ...(idempotency ? { idempotency } : {}) });
  return taken;
}
