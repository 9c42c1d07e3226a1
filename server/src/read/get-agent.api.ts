import { agentView as answer } from 'papertape-contract/bot';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { botView } from './bot-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const getAgent = operation({
  id: 'getAgent',
  path: '/api/agents/{agent_id}',
  tag: 'Standings',
  summary: 'Profile of a bot',
  description: 'Who it is, where it stands, what it is worth now, and where its records are.',
  freshness: 'kept',
  answer: json(answer),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  // Its value now changes with every mark.
  handle: async ({ found: bot }, { db, market, baseUrl, payments }: ReadDeps) =>
    kept('*', () => botView(db, bot, market, baseUrl(), payments.extras)),
});
