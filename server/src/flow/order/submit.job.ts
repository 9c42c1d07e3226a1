/**
 * Taking an order: stamped, chained to the bot's last receipt, handed to the intake, acknowledged once it is durable. From the stamp
 * on it cannot be changed or taken back.
 */
import type { KeptAnswer } from 'papertape-contract/call';
import type { Clock, Instant } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Intake } from '../../storage/intake.ts';
import { windowFor } from '../window/window.ts';
import { orderRow } from './order.sql.ts';
import { canonicalWeights, type NewOrder, type Order } from './order.ts';
import { receiptHash } from './receipt.ts';

/** A bot whose next receipt is chained to `head`; the head moves with each order. */
export interface OrderingBot {
  readonly botId: string;
  readonly league: string;
  readonly head: { sequence: number; receipt: string };
}

export interface SubmitDeps {
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the rules that are in force. */
  readonly rulesVersion: string;
}

/**
 * Takes the order and resolves when it is durable.
 * @param keep the answer to keep for the request's Idempotency-Key.
 * @param receivedAt the stamp: the moment of the call. Nothing may be awaited between the two.
 */
export async function submitOrder(
  { intake, clock, ids, rulesVersion }: SubmitDeps,
  bot: OrderingBot,
  asked: NewOrder,
  keep?: (order: Order) => KeptAnswer | undefined,
  receivedAt: Instant = clock.now(),
): Promise<Order> {
  const { date, sandbox, reason } = asked;
  const stamped = {
    botId: bot.botId,
    sequence: bot.head.sequence + 1,
    orderId: ids.next('ord', receivedAt),
    league: bot.league,
    receivedAt,
    sandbox,
    date,
    weights: canonicalWeights(asked.weights),
    reason,
    nonce: ids.nonce(),
    previous: bot.head.receipt,
    rulesVersion,
  };
  const receipt = receiptHash(stamped);
  const order: Order = { ...stamped, windowStart: windowFor(receivedAt).start, receipt };
  const idempotency = keep?.(order);
  bot.head.sequence = order.sequence;
  bot.head.receipt = receipt;
  await intake.write({ order: orderRow(order), idempotency });
  return order;
}
