import { body, json, operation } from 'papertape-contract/operation';
import { payOrderAck, payOrderRequest, type PayOrderAck } from 'papertape-contract/payment';
import type { PayOrder } from './order.ts';
import type { Payments } from './open-payments.ts';
import { askedView } from './views.ts';

type Deps = { readonly payments: Payments; readonly baseUrl: () => string };

export const createPayOrder = operation({
  id: 'createPayOrder',
  method: 'post',
  path: '/api/pay/order',
  tag: 'Extras',
  summary: 'Order a paid extra',
  description: 'Fixes the price in SOL. Pay `amount` by opening `chain_pay_url` with a wallet; no key is needed.',
  freshness: 'private',
  counts: ['payOrdersPerAddress'],
  body: body(payOrderRequest, {
    example: { product: 'verified_badge', buyer_email: 'buyer@example.org', agent_id: 'agt_0000000000000000' },
  }),
  idempotent: true,
  answer: json(payOrderAck),
  codes: [
    'text_refused',
    'payments_disabled',
    'rate_unavailable',
    'agent_not_found',
    'agent_retired',
    'not_in_division_1',
  ],
  handle: (call, { payments, baseUrl }: Deps) =>
    call.once(async (keep) => {
      const ack = (order: PayOrder): PayOrderAck => ackOf(order, baseUrl(), [...call.warnings]);
      return ack(await payments.order(call.body, (order) => keep(ack(order))));
    }),
});

function ackOf(order: PayOrder, baseUrl: string, warnings: string[]): PayOrderAck {
  return {
    ...askedView(order),
    state: 'awaiting_payment',
    status_url: `${baseUrl}/api/pay/order/${order.reference}`,
    page_url: `${baseUrl}/pay/${order.reference}`,
    warnings,
  };
}
