import { allChampions as answer } from 'papertape-contract/league';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { leagueIfAny } from '../league/league-parameter.ts';
import { allChampions } from './ladder-view.ts';
import { listedLeagues } from './listed-leagues.ts';
import type { ReadDeps } from './deps.ts';

export const listAllChampions = operation({
  id: 'listAllChampions',
  path: '/api/champions',
  tag: 'Watch',
  summary: 'Champions of all leagues',
  description: 'Every decided week with its champion, the newest first, and the bots with most titles.',
  freshness: 'kept',
  query: { league: leagueIfAny, ...paging },
  answer: json(answer),
  codes: ['unknown_league'],
  handle: async ({ query: { league, ...at } }, { db, market }: ReadDeps) =>
    kept('*', async () => allChampions(db, league ?? null, await listedLeagues(market), at)),
});
