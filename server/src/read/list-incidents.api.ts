import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { incidentLog as answer } from 'papertape-contract/status';
import { incidentLog } from './incident-view.ts';
import type { ReadDeps } from './deps.ts';

export const listIncidents = operation({
  id: 'listIncidents',
  path: '/api/incidents',
  tag: 'Market',
  summary: 'The public incident log',
  description:
    'What went wrong with prices, and everything that the operator did by hand, each with its reason; the newest first.',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  handle: async ({ query }, { market }: ReadDeps) => kept('*', () => incidentLog(market, query)),
});
