import { json, operation } from 'papertape-contract/operation';
import { listedStates } from 'papertape-contract/listed-states';
import { oneOf, paging } from 'papertape-contract/parameters';
import { roundList as answer } from 'papertape-contract/round';
import { knownLeague } from '../league/league-parameter.ts';
import { paged, rowsOf } from '../read/paging.ts';
import { roundList, type RoundListDeps } from './round-list.ts';

export const listRounds = operation({
  id: 'listRounds',
  path: '/api/leagues/{league}/rounds',
  tag: 'Rounds',
  summary: 'Rounds of a league',
  description: 'Those that it has committed to, the newest first; a trading league has none.',
  freshness: 'tagged',
  query: {
    ...paging,
    state: oneOf(['all', ...listedStates], {
      description: 'A state; all of them when it is absent.',
      example: 'scored',
    }),
  },
  answer: json(answer),
  codes: ['unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  async handle({ found: league, query: { state, ...at } }, deps: RoundListDeps) {
    const only = state === 'all' ? undefined : state;
    const { total, rounds } = await roundList(deps, { league, state: only }, rowsOf(at));
    return { league, ...paged(at, total), rounds };
  },
});
