import { tierMoves as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { movesView } from './ladder-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const listAgentMoves = operation({
  id: 'listAgentMoves',
  path: '/api/agents/{agent_id}/moves',
  tag: 'Standings',
  summary: 'Moves of a bot between tiers',
  description: 'Every promotion and relegation of the bot, the newest first.',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot, query }, { db }: ReadDeps) =>
    kept(bot.league, () => movesView(db, bot.league, query, bot.botId)),
});
