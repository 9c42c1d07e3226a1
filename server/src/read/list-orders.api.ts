import { json, operation } from 'papertape-contract/operation';
import { orderList as answer } from 'papertape-contract/order';
import { paging } from 'papertape-contract/parameters';
import type { Clock } from '../lib/clock.ts';
import { orderList } from './bot-view.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly clock: Clock };

export const listOrders = operation({
  id: 'listOrders',
  method: 'get',
  path: '/api/agents/{agent_id}/orders',
  tag: 'Trading',
  summary: 'Orders of the bot',
  description: 'All orders, the newest first, with their state, receipt and trades.',
  key: 'required',
  freshness: 'private',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query'],
  handle: ({ bot, query }, { db, clock }: Deps) =>
    orderList(db, bot.botId, { page: query.page, perPage: query.per_page }, clock.now()),
});
