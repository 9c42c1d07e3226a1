import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { agentRounds as answer } from 'papertape-contract/round';
import { paged, rowsOf } from '../read/paging.ts';
import { publicBot } from '../read/public-bot.ts';
import type { Db } from '../storage/storage.ts';
import { agentRounds } from './agent-rounds.ts';

export const listAgentRounds = operation({
  id: 'listAgentRounds',
  path: '/api/agents/{agent_id}/rounds',
  tag: 'Rounds',
  summary: 'Rounds of a bot',
  description: 'Scored rounds that it answered: score, par, place, return.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: { readonly db: Db }) => publicBot(db, params.agent_id),
  async handle({ found, query }, { db }: { readonly db: Db }) {
    const { total, rounds } = await agentRounds(db, found, rowsOf(query));
    return { agent_id: found.botId, league: found.league, ...paged(query, total), rounds };
  },
});
