import { tierMoves as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { botMoves } from './ladder-view.ts';
import { publicBot } from './public-bot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db };

export const listAgentMoves = operation({
  id: 'listAgentMoves',
  method: 'get',
  path: '/api/agents/{agent_id}/moves',
  tag: 'Standings',
  summary: 'Moves of a bot between tiers',
  description: 'Every promotion and relegation of the bot, the newest first.',
  key: 'never',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query', 'agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot, query }, { db }: Deps) =>
    kept(bot.league, () => botMoves(db, bot, { page: query.page, perPage: query.per_page })),
});
