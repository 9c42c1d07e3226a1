import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { orderProof as answer } from 'papertape-contract/proof';
import { orderIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import { orderProof } from './receipt-proof-view.ts';
import { orderById } from '../../read/views.sql.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = { readonly db: Db };

export const getOrderProof = operation({
  id: 'getOrderProof',
  path: '/api/proofs/orders/{order_id}',
  tag: 'Proofs',
  summary: 'Entry of an order in the public log',
  description: 'Shows that the order stands in the public log, and whether it counts.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['order_not_found'],
  async handle({ params: { order_id: id } }, { db }: Deps) {
    const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
    if (!order) throw new ApiError('order_not_found', `There is no order "${shown(id)}" of this bot.`);
    return await orderProof(db, order);
  },
});
