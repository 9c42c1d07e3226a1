import { positions as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { positionsView } from './bot-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const getPositions = operation({
  id: 'getPositions',
  path: '/api/agents/{agent_id}/positions',
  tag: 'Standings',
  summary: 'Positions of a bot',
  description: 'Cash and units after the last fill, with the last prices.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  handle: ({ found: bot }, { db, market }: ReadDeps) => positionsView(db, bot, market),
});
