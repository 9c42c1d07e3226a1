import { json, operation } from 'papertape-contract/operation';
import { orderList as answer } from 'papertape-contract/order';
import { paging } from 'papertape-contract/parameters';
import { orderList } from './bot-view.ts';
import type { ReadDeps } from './deps.ts';

export const listOrders = operation({
  id: 'listOrders',
  path: '/api/agents/{agent_id}/orders',
  tag: 'Orders',
  summary: 'Orders of the bot',
  description: 'All orders, the newest first, with their state, receipt and trades.',
  key: 'required',
  freshness: 'private',
  query: paging,
  answer: json(answer),
  mcp: {
    name: 'arena_orders',
    title: 'Orders of my bot',
    description: 'Every order of your bot, the newest first: state, reason_code, window, trades.',
  },
  handle: ({ bot, query }, { db, clock }: ReadDeps) => orderList(db, bot.botId, query, clock.now()),
});
