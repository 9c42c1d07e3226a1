/** Products and orders as the wire has them. */
import type { PayOrderView, ProductsView } from 'papertape-contract/payment';
import { placements } from 'papertape-contract/product-ids';
import { iso, type Instant } from '../lib/clock.ts';
import { lamportsFor, rateText, solText } from './money.ts';
import { stateOf, sumOf, type Delivery, type PayAct, type PayOrder, type Transfer } from './order.ts';
import { payUrl } from './pay-url.ts';
import { productOf, products } from './products.ts';
import type { Rate } from './rate.ts';

export function productsView(rate: Rate | undefined, isEnabled: boolean): ProductsView {
  const shown = products.map(({ id, label, priceUsdCents, days }) => [
    id,
    {
      label,
      price_usd: Number(priceUsdCents) / 100,
      price_sol: rate ? solText(lamportsFor(priceUsdCents, rate.rate)) : null,
      days,
    },
  ]);
  return {
    payments_enabled: isEnabled,
    league_entry: { price_usd: 0, note: 'Entry is free and does not expire.' },
    pay_in: 'The native currency of Solana (SOL), by a payment-request URL (Solana Pay).',
    sol_usd: rate ? Number(rateText(rate.rate)) : null,
    sol_usd_source: rate?.source ?? 'none',
    quoted_at: rate ? iso(rate.at) : null,
    products: Object.fromEntries(shown) as ProductsView['products'],
    on_request: {
      placements: [...placements],
      price: 'on request',
      how: 'POST /api/sponsor-inquiry with placement, company, contact and message; the operator answers by mail.',
    },
    note: 'Optional extras. Paying never affects score or rank, and is no prize or contest entry. The exact amount in SOL is fixed when an order is created.',
  };
}

/** All that is known of one order. */
export interface OrderStory {
  readonly order: PayOrder;
  readonly transfers: readonly Transfer[];
  readonly delivery: Delivery | undefined;
  readonly acts: readonly PayAct[];
}

/** @param lamports what is asked for: of an order that is underpaid the rest. */
export function askedView(
  order: PayOrder,
  lamports: bigint = order.lamports,
): Pick<
  PayOrderView,
  | 'reference'
  | 'product'
  | 'chain_pay_url'
  | 'amount'
  | 'price_usd'
  | 'sol_usd'
  | 'sol_usd_source'
  | 'recipient'
  | 'created_at'
  | 'expires_at'
> {
  const { reference, product, recipient } = order;
  return {
    reference,
    product,
    chain_pay_url: payUrl({
      recipient,
      lamports,
      reference,
      label: 'Papertape',
      message: productOf(product).label,
      memo: `papertape ${product}`,
    }),
    amount: solText(order.lamports),
    price_usd: Number(order.priceUsdCents) / 100,
    sol_usd: Number(rateText(order.rate)),
    sol_usd_source: order.rateSource,
    recipient,
    created_at: iso(order.createdAt),
    expires_at: iso(order.expiresAt),
  };
}

/** @param resultUrl of a product, where what was bought is seen. */
export function orderView(
  { order, transfers, delivery, acts }: OrderStory,
  now: Instant,
  resultUrl: (order: PayOrder) => string,
): PayOrderView {
  const received = sumOf(transfers);
  const back = sumOf(acts.filter(({ kind }) => kind === 'refunded'));
  const ended = acts.find(({ kind }) => kind === 'ended');
  const until = ended && delivery ? Math.min(delivery.until ?? ended.at, ended.at) : (delivery?.until ?? null);
  const held = delivery && { ...delivery, until };
  const days = ended ? 0 : productOf(order.product).days;
  const state = stateOf(order, received - back, held, { days }, now);
  const isDelivered = delivery !== undefined && delivery.refusal === null;
  const net = received - back;
  const missing = delivery || net >= order.lamports ? 0n : order.lamports - net;
  return {
    ...askedView(order, state === 'underpaid' ? missing : order.lamports),
    state,
    agent_id: order.botId,
    title: order.title,
    url: order.url,
    received: solText(received),
    missing: solText(missing),
    transactions: transfers.map(({ signature, lamports, at }) => ({
      signature,
      amount: solText(lamports),
      at: iso(at),
    })),
    active_from: isDelivered ? iso(delivery.from) : null,
    active_until: isDelivered && until !== null ? iso(until) : null,
    reason: delivery?.refusal ?? ended?.reason ?? null,
    result_url: isDelivered ? resultUrl(order) : null,
  };
}
