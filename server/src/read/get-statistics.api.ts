import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { agentStatistics as answer } from 'papertape-contract/statistics';
import { agentStatistics } from './figures-view.ts';
import type { MarketView } from './snapshot.ts';
import { publicBot } from './public-bot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly market: MarketView; readonly baseUrl: () => string };

export const getStatistics = operation({
  id: 'getStatistics',
  method: 'get',
  path: '/api/agents/{agent_id}/statistics',
  tag: 'Standings',
  summary: 'Statistics of a bot',
  description: 'Every figure of the record, each with the id of its formula; null where the record is too short.',
  key: 'never',
  freshness: 'kept',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot }, { db, market, baseUrl }: Deps) =>
    kept(bot.league, () => agentStatistics(db, bot, market.info, baseUrl())),
});
