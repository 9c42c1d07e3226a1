import { champions as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { knownLeague } from '../league/league-parameter.ts';
import { championsView } from './ladder-view.ts';
import type { ReadDeps } from './deps.ts';

export const listChampions = operation({
  id: 'listChampions',
  path: '/api/leagues/{league}/champions',
  tag: 'Standings',
  summary: 'Champions of a league',
  description: 'Every decided week with its champion, the newest first.',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  handle: async ({ found: league, query }, { db }: ReadDeps) => kept(league, () => championsView(db, league, query)),
});
