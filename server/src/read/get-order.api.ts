import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { orderView as answer, type OrderView } from 'papertape-contract/order';
import { orderIdPattern } from '../lib/ids.ts';
import { shown } from '../lib/text.ts';
import { orderViews } from './bot-view.ts';
import { orderById } from './views.sql.ts';
import type { ReadDeps } from './deps.ts';

export const getOrder = operation({
  id: 'getOrder',
  path: '/api/agents/{agent_id}/orders/{order_id}',
  tag: 'Orders',
  summary: 'One order of the bot',
  description: 'An order with its state, receipt and trades.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  codes: ['order_not_found'],
  async handle({ bot, params: { order_id: id } }, { db, clock }: ReadDeps) {
    const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
    if (order?.botId !== bot.botId)
      throw new ApiError('order_not_found', `There is no order "${shown(id)}" of this bot.`);
    const [view] = await orderViews(db, bot.botId, [order], clock.now());
    return view as OrderView;
  },
});
