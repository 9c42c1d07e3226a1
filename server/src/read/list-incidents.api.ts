import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { incidentLog as answer } from 'papertape-contract/status';
import { incidentLog, kindOf, ofKind } from './incident-view.ts';
import type { ReadDeps } from './deps.ts';

export const listIncidents = operation({
  id: 'listIncidents',
  path: '/api/incidents',
  tag: 'Market',
  summary: 'The public incident log',
  description:
    'What went wrong with prices, and everything that the operator did by hand, each with its reason; the newest first.',
  freshness: 'kept',
  query: { ...paging, ...ofKind },
  answer: json(answer),
  codes: ['invalid_query'],
  async handle({ query: { kind: named, ...at } }, { market }: ReadDeps) {
    const kind = kindOf(named);
    return kept('*', () => incidentLog(market, at, kind));
  },
});
