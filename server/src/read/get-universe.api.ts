import { universeView as answer } from 'papertape-contract/market';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { defaultLeagueId } from '../league/catalogue.ts';
import { leagueOr } from '../league/league-parameter.ts';
import type { Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import type { MarketView } from './snapshot.ts';
import { universeView } from './universe-view.ts';

type Deps = { readonly universe: Universe; readonly market: MarketView; readonly clock: Clock };

export const getUniverse = operation({
  id: 'getUniverse',
  method: 'get',
  path: '/api/universe',
  tag: 'Market',
  summary: 'Symbols of a league',
  description:
    'What may be traded, how each symbol is priced, its last price, and why it cannot be traded when it cannot.',
  key: 'never',
  freshness: 'kept',
  query: { league: leagueOr(defaultLeagueId) },
  answer: json(answer),
  codes: ['invalid_query', 'unknown_league'],
  handle: async ({ query: { league } }, { universe, market, clock }: Deps) =>
    kept('*', () => universeView(universe, league, market, clock.now())),
});
