import { agentView as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { botView } from './bot-view.ts';
import type { MarketView } from './snapshot.ts';
import { publicBot } from './public-bot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly market: MarketView; readonly baseUrl: () => string };

export const getAgent = operation({
  id: 'getAgent',
  method: 'get',
  path: '/api/agents/{agent_id}',
  tag: 'Standings',
  summary: 'Profile of a bot',
  description: 'Who it is, where it stands, and where its records are.',
  key: 'never',
  freshness: 'kept',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot }, { db, market, baseUrl }: Deps) =>
    kept(bot.league, () => botView(db, bot, market.info, baseUrl())),
});
