/** An order and its receipt: stamped, chained to the bot's last receipt, and from then on neither changed nor taken back. */
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
  readonly keyHash: string;
  readonly head: { sequence: number; receipt: string };
}

export interface StampDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the rules that are in force. */
  readonly rulesVersion: string;
}

export interface SubmitDeps extends StampDeps {
  readonly intake: Intake;
}

/** Makes the order, and moves the bot's head to it. @param receivedAt the stamp: the moment of the call. */
export function stampOrder(
  { ids, rulesVersion }: StampDeps,
  bot: OrderingBot,
  asked: NewOrder,
  receivedAt: Instant,
): Order {
  const stamped = {
    botId: bot.botId,
    sequence: bot.head.sequence + 1,
    orderId: ids.next('ord', receivedAt),
    league: bot.league,
    receivedAt,
    sandbox: asked.sandbox,
    date: asked.date,
    weights: canonicalWeights(asked.weights),
    reason: asked.reason,
    nonce: ids.nonce(),
    previous: bot.head.receipt,
    rulesVersion,
  };
  const receipt = receiptHash(stamped);
  bot.head.sequence = stamped.sequence;
  bot.head.receipt = receipt;
  return { ...stamped, windowStart: windowFor(receivedAt).start, receipt };
}

/**
 * Stamps an order now, and resolves when it is durable. It is not tried again where something else was stored before.
 * @param keep the answer to keep for the request's Idempotency-Key.
 */
export async function submitOrder(
  deps: SubmitDeps,
  bot: OrderingBot,
  asked: NewOrder,
  keep?: (order: Order) => KeptAnswer | undefined,
): Promise<Order> {
  const order = stampOrder(deps, bot, asked, deps.clock.now());
  await deps.intake.write({ order: orderRow(order), keyHash: bot.keyHash, idempotency: keep?.(order) });
  return order;
}
