import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { operatorActs as answer } from 'papertape-contract/status';
import { operatorActs } from './action-view.ts';
import type { ReadDeps } from './deps.ts';

export const listActions = operation({
  id: 'listActions',
  path: '/api/actions',
  tag: 'Market',
  summary: 'What the operator asked for',
  description:
    'Every action of the operator that was applied, with its reason; the newest first. Those that changed something are incidents, too.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  handle: async ({ query }, { db, market }: ReadDeps) => await operatorActs(db, market, query),
});
