import { champions as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { knownLeague } from '../league/league-parameter.ts';
import { championsView } from './ladder-view.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db };

export const listChampions = operation({
  id: 'listChampions',
  method: 'get',
  path: '/api/leagues/{league}/champions',
  tag: 'Standings',
  summary: 'Champions of a league',
  description: 'Every decided week with its champion, the newest first.',
  key: 'never',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query', 'unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  handle: async ({ found: league, query }, { db }: Deps) =>
    kept(league, () => championsView(db, league, { page: query.page, perPage: query.per_page })),
});
