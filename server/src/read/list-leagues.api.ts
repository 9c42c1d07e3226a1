import { leagueCatalogue as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import type { Clock } from '../lib/clock.ts';
import { type LeagueViewDeps, leagueCatalogue } from './league-view.ts';

type Deps = { readonly leagues: LeagueViewDeps; readonly clock: Clock };

export const listLeagues = operation({
  id: 'listLeagues',
  method: 'get',
  path: '/api/leagues',
  alsoAt: ['/leagues.json'],
  tag: 'Market',
  summary: 'Catalogue of the leagues',
  description: 'Every league with its state, seats, universe and rules.',
  key: 'never',
  freshness: 'kept',
  answer: json(answer),
  codes: [],
  handle: async (_, { leagues, clock }: Deps) => kept('*', () => leagueCatalogue(leagues, clock.now())),
});
