/** Paid extras. None of them touches rank. */
import type { Caller } from './caller.ts';
import type * as Wire from './wire.ts';

export interface HistoryOptions {
  /** Orders with their fills, closes with ranks, or the ledger of the cash; orders. */
  readonly part?: Wire.HistoryPage['part'] | undefined;
  /** `next` of the page before; the first page. */
  readonly after?: string | undefined;
}

export interface ExtraCalls {
  /** What can be bought, and at which rate. */
  products(): Promise<Wire.ProductsView>;
  /** Fixes the price in SOL: open `chain_pay_url` with a wallet to pay it. */
  orderExtra(
    request: Wire.PayOrderRequest,
    options?: { idempotencyKey?: string | undefined },
  ): Promise<Wire.PayOrderAck>;
  /** What became of an order. */
  extraOrder(reference: string): Promise<Wire.PayOrderView>;
  /** The strategy report that an order was for. */
  strategyReport(reference: string): Promise<Wire.StrategyReport>;
  /** Which alerts the bot has mailed, and whether they are sent now. */
  alerts(): Promise<Wire.AlertsView>;
  /** Chooses them, which needs a pro seat; none ends them. */
  setAlerts(alerts: Wire.AlertsRequest['alerts']): Promise<Wire.AlertsView>;
  /** A page of the whole history of the bot, which needs a pro seat. Read on with `after: page.next` while `page.more`. */
  history(options?: HistoryOptions): Promise<Wire.HistoryPage>;
  /** The same as CSV. */
  historyCsv(options?: HistoryOptions): Promise<string>;
  /** Asks the operator for a placement on request. */
  inquire(
    request: Wire.SponsorInquiryRequest,
    options?: { idempotencyKey?: string | undefined },
  ): Promise<Wire.SponsorInquiryAck>;
  /** Has a link mailed that signs an address up for the newsletter. The answer is the same for every address. */
  subscribe(email: string): Promise<Wire.SubscribeAck>;
  /** Bots and products whose place was paid for. */
  promoted(): Promise<Wire.PromotedView>;
}

export function extraCalls({ get, getOwn, post, postOwn, text, ownPath, ownKey }: Caller): ExtraCalls {
  const orderPath = (reference: string): string => `/api/pay/order/${encodeURIComponent(reference)}`;
  return {
    products: () => get('/api/pay/products', 'ProductsView'),
    orderExtra: async (request, { idempotencyKey } = {}) =>
      post('/api/pay/order', JSON.stringify(request), 'PayOrderAck', {
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      }),
    extraOrder: (reference) => get(orderPath(reference), 'PayOrderView'),
    strategyReport: (reference) => get(`${orderPath(reference)}/report`, 'StrategyReport'),
    alerts: () => getOwn('/alerts', 'AlertsView'),
    setAlerts: async (alerts) => postOwn('/alerts', { alerts } satisfies Wire.AlertsRequest, 'AlertsView'),
    history: (options = {}) => getOwn('/history', 'HistoryPage', { ...options }),
    historyCsv: async (options = {}) =>
      text(
        { method: 'GET', path: `${ownPath()}/history`, query: { ...options, format: 'csv' }, apiKey: ownKey() },
        'text/csv',
      ),
    inquire: async (request, { idempotencyKey } = {}) =>
      post('/api/sponsor-inquiry', JSON.stringify(request), 'SponsorInquiryAck', {
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      }),
    subscribe: async (email) =>
      post('/api/subscribe', JSON.stringify({ email } satisfies Wire.SubscribeRequest), 'SubscribeAck', {}),
    promoted: () => get('/api/promoted', 'PromotedView'),
  };
}
