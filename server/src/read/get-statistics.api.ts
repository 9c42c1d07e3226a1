import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { agentStatistics as answer } from 'papertape-contract/statistics';
import { agentStatistics } from './figures-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const getStatistics = operation({
  id: 'getStatistics',
  path: '/api/agents/{agent_id}/statistics',
  tag: 'Standings',
  summary: 'Statistics of a bot',
  description: 'Every figure of the record, each with the id of its formula; null where the record is too short.',
  freshness: 'kept',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot }, { db, market, baseUrl }: ReadDeps) =>
    kept(bot.league, () => agentStatistics(db, bot, market.info, baseUrl())),
});
