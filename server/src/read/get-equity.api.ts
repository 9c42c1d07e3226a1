import { equity as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { equityView } from './bot-view.ts';
import type { MarketView } from './snapshot.ts';
import { publicBot } from './public-bot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly market: MarketView };

export const getEquity = operation({
  id: 'getEquity',
  method: 'get',
  path: '/api/agents/{agent_id}/equity',
  tag: 'Standings',
  summary: 'Value line of a bot',
  description: 'One point for every close: value, return, rank.',
  key: 'never',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: ({ found: bot }, { db, market }: Deps) => equityView(db, bot.botId, market.info),
});
