import { positions as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { positionsView } from './bot-view.ts';
import type { MarketView } from './snapshot.ts';
import { publicBot } from './public-bot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly market: MarketView };

export const getPositions = operation({
  id: 'getPositions',
  method: 'get',
  path: '/api/agents/{agent_id}/positions',
  tag: 'Standings',
  summary: 'Positions of a bot',
  description: 'Cash and units after the last fill, with the last prices.',
  key: 'never',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: ({ found: bot }, { db, market }: Deps) => positionsView(db, bot, market),
});
