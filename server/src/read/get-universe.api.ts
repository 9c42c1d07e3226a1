import { universeView as answer } from 'papertape-contract/market';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { defaultLeagueId } from '../league/catalogue.ts';
import { leagueOr } from '../league/league-parameter.ts';
import { universeView } from './universe-view.ts';
import type { ReadDeps } from './deps.ts';

export const getUniverse = operation({
  id: 'getUniverse',
  path: '/api/universe',
  tag: 'Market',
  summary: 'Symbols of a league',
  description:
    'What may be traded, how each symbol is priced, its last price, and why it cannot be traded when it cannot.',
  freshness: 'kept',
  query: { league: leagueOr(defaultLeagueId) },
  answer: json(answer),
  codes: ['unknown_league'],
  handle: async ({ query: { league } }, { universe, market, clock }: ReadDeps) =>
    kept('*', () => universeView(universe, league, market, clock.now())),
});
