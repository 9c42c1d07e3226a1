import { leagueCatalogue as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { leagueCatalogue } from './league-view.ts';
import type { ReadDeps } from './deps.ts';

export const listLeagues = operation({
  id: 'listLeagues',
  path: '/api/leagues',
  alsoAt: ['/leagues.json'],
  tag: 'Market',
  summary: 'Catalogue of the leagues',
  description: 'Every league with its state, seats, universe and rules.',
  freshness: 'kept',
  answer: json(answer),
  handle: async (_, { leagues }: ReadDeps) => kept('*', () => leagueCatalogue(leagues)),
});
