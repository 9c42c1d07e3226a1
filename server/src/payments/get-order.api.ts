import { json, operation } from 'papertape-contract/operation';
import { payOrderView } from 'papertape-contract/payment';
import type { Payments } from './open-payments.ts';
import { storyOf } from './story.ts';

type Deps = { readonly payments: Payments };

export const getPayOrder = operation({
  id: 'getPayOrder',
  path: '/api/pay/order/{reference}',
  tag: 'Extras',
  summary: 'What became of an order for an extra',
  description:
    'Its state, and what has come in for it. A payment counts once it is finalized, some 15 seconds after it was made.',
  freshness: 'tagged',
  answer: json(payOrderView),
  codes: ['payment_not_found'],
  find: ({ params }, { payments }: Deps) => storyOf(payments, params.reference),
  async handle({ found }, { payments }: Deps) {
    return await Promise.resolve(payments.view(found));
  },
});
