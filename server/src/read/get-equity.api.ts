import { equity as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { equityView } from './bot-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const getEquity = operation({
  id: 'getEquity',
  path: '/api/agents/{agent_id}/equity',
  tag: 'Standings',
  summary: 'Value line of a bot',
  description: 'One point for every close: value, return, rank.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  handle: ({ found: bot }, { db, market }: ReadDeps) => equityView(db, bot.botId, market.info),
});
