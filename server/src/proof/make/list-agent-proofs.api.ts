import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { agentProofs as answer } from 'papertape-contract/proof';
import type { Universe } from '../../league/universe.ts';
import { agentProofs } from './close-proof-view.ts';
import { evidence } from './evidence.ts';
import { publicBot } from '../../read/public-bot.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = { readonly db: Db; readonly universe: Universe };

export const listAgentProofs = operation({
  id: 'listAgentProofs',
  path: '/api/agents/{agent_id}/proofs',
  tag: 'Proofs',
  summary: 'Decided orders of a bot',
  description: 'Where the evidence of each of its fills and rejections is, in order.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query', 'agent_not_found'],
  find: ({ params }, { db }: Deps) => publicBot(db, params.agent_id),
  handle: async ({ found: bot, query }, { db, universe }: Deps) =>
    agentProofs(await evidence(db, universe), bot, query),
});
