/** Orders of the client's own bot, its state, and the check of everything that an order needs. */
import { pageQuery, type Caller } from './caller.ts';
import type { FilledOrder, PageOptions, SentOrder, WaitOptions, WeightsOptions } from './client-types.ts';
import { OrderRejectedError } from './errors.ts';
import type { createReceiptWatch } from './receipt-watch.ts';
import { waitForOrder, type WaitDeps } from './wait.ts';
import { weightsJson, type WeightsInput } from './weights-text.ts';
import type * as Wire from './wire.ts';

export interface OrderCalls {
  check(): Promise<Wire.EntryCheck>;
  /** Sends target weights; decimal text is sent digit for digit. */
  weights(weights: WeightsInput, options?: WeightsOptions): Promise<SentOrder>;
  /** What the weights would trade now; nothing is stored. */
  preview(weights: WeightsInput, options?: { date?: string | undefined }): Promise<Wire.Preview>;
  orders(options?: PageOptions): Promise<Wire.OrderList>;
  order(orderId: string): Promise<Wire.OrderView>;
  /** Waits until the order is filled or rejected, also one of an earlier run. A service that is away for a while is waited for. */
  waitForOrder(orderId: string, options?: WaitOptions): Promise<Wire.OrderView>;
  state(): Promise<Wire.AgentState>;
}

/** @param watchReceipt recomputes receipts; undefined when that is not wanted. */
export function orderCalls(
  { agentId, get, getOwn, post, postOwn, ownPath, ownKey, now, sleep, random, watch }: Caller,
  watchReceipt: ReturnType<typeof createReceiptWatch> | undefined,
): OrderCalls {
  const waiting: WaitDeps = {
    order: (orderId, signal) => getOwn(`/orders/${encodeURIComponent(orderId)}`, 'OrderView', {}, signal),
    status: (signal) => get('/api/status', 'StatusView', {}, signal),
    sleep,
    now,
    random,
  };
  const today = (): string => new Date(now()).toISOString().slice(0, 10);

  function sentOrder(ack: Wire.OrderAck): SentOrder {
    const filled: SentOrder['filled'] = async (choices = {}) => {
      const order = await waitForOrder(waiting, ack.order_id, choices, ack.fills_by);
      if (!isFilled(order)) throw new OrderRejectedError(order);
      return order;
    };
    return Object.defineProperty(ack, 'filled', { value: filled }) as SentOrder;
  }

  return {
    async check() {
      const answer = await postOwn('/check', {}, 'EntryCheck');
      await watch?.sent(answer.order);
      await watchReceipt?.(answer.order, { agentId, sandbox: true });
      return answer;
    },
    async weights(weights, choices = {}) {
      const sent = { ...choices, date: choices.date ?? today() };
      const ack = await post(`${ownPath()}/weights`, orderBody(weights, sent), 'OrderAck', {
        apiKey: ownKey(),
        idempotencyKey: choices.idempotencyKey ?? crypto.randomUUID(),
      });
      await watch?.sent(ack);
      const { date, reason = '', sandbox = false } = sent;
      await watchReceipt?.(ack, { agentId, weights, date, reason, sandbox });
      return sentOrder(ack);
    },
    preview: async (weights, { date = today() } = {}) =>
      post(`${ownPath()}/weights`, orderBody(weights, { date }), 'Preview', {
        apiKey: ownKey(),
        query: { preview: true },
      }),
    orders: (paging = {}) => getOwn('/orders', 'OrderList', pageQuery(paging)),
    order: (orderId) => waiting.order(orderId, undefined),
    waitForOrder: (orderId, choices = {}) => waitForOrder(waiting, orderId, choices),
    state: () => getOwn('/state', 'AgentState'),
  };
}

function orderBody(weights: WeightsInput, { date, sandbox, reason }: WeightsOptions): string {
  return `${JSON.stringify({ date, sandbox, reason }).slice(0, -1)},"weights":${weightsJson(weights)}}`;
}

function isFilled(order: Wire.OrderView): order is FilledOrder {
  return order.state === 'filled';
}
