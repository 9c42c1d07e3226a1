import { json, operation } from 'papertape-contract/operation';
import { productsView } from 'papertape-contract/payment';
import type { Payments } from './open-payments.ts';

export const getProducts = operation({
  id: 'getProducts',
  path: '/api/pay/products',
  tag: 'Extras',
  summary: 'Paid extras and their prices',
  description: 'Optional, and without any effect on score or rank. Prices in SOL are at the rate of `quoted_at`.',
  freshness: 'tagged',
  answer: json(productsView),
  handle: (_call, { payments }: { readonly payments: Payments }) => payments.products(),
});
