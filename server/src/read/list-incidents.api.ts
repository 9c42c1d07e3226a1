import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { incidentLog as answer } from 'papertape-contract/status';
import { incidentLog } from './incident-view.ts';
import type { MarketView } from './snapshot.ts';

type Deps = { readonly market: MarketView };

export const listIncidents = operation({
  id: 'listIncidents',
  method: 'get',
  path: '/api/incidents',
  tag: 'Market',
  summary: 'The public incident log',
  description:
    'What went wrong with prices, and everything that the operator did by hand, each with its reason; the newest first.',
  key: 'never',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query'],
  handle: async ({ query }, { market }: Deps) => kept('*', () => incidentLog(market, query.page, query.per_page)),
});
