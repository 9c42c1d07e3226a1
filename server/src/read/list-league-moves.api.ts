import { tierMoves as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { knownLeague } from '../league/league-parameter.ts';
import { movesView } from './ladder-view.ts';
import type { ReadDeps } from './deps.ts';

export const listLeagueMoves = operation({
  id: 'listLeagueMoves',
  path: '/api/leagues/{league}/moves',
  tag: 'Standings',
  summary: 'Moves between the tiers of a league',
  description: 'Every promotion and relegation, the newest first.',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  handle: async ({ found: league, query }, { db }: ReadDeps) => kept(league, () => movesView(db, league, query)),
});
