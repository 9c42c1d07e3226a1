import { positions as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { positionsView } from './bot-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const getPositions = operation({
  id: 'getPositions',
  path: '/api/agents/{agent_id}/positions',
  tag: 'Standings',
  summary: 'Positions, profit and loss',
  description: 'Cash and units at the last prices, profit and loss by symbol, changes since the last close.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  handle: ({ found: bot }, deps: ReadDeps) => positionsView(deps, bot, deps.market),
});
