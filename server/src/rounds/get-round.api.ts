import { json, operation } from 'papertape-contract/operation';
import { roundView as answer } from 'papertape-contract/round';
import { knownLeague } from '../league/league-parameter.ts';
import { findRound, type RoundDeps } from './find-round.ts';
import { roundView } from './round-view.ts';

export const getRound = operation({
  id: 'getRound',
  path: '/api/leagues/{league}/rounds/{round}',
  tag: 'Rounds',
  summary: 'A round of a task league',
  description: 'Its times, its state, and what is known of it.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['unknown_league', 'round_not_found'],
  find: ({ params }) => knownLeague(params.league),
  handle: async ({ found: league, params }, deps: RoundDeps) => roundView(await findRound(deps, league, params.round)),
});
