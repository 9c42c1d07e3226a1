import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { leagueOfPage } from '../feature/league-of-page.ts';
import { needPage, page } from '../feature/page.ts';
import { FamePage } from '../pages/fame-page.tsx';
import { championsHref } from '../pages/links.tsx';
import { allChampions } from './ladder-view.ts';
import { listedLeagues } from './listed-leagues.ts';
import type { ReadDeps } from './deps.ts';

export const famePage = page({
  path: '/champions',
  query: paging,
  make: ({ query }, deps: ReadDeps) => fame(deps, null, query.page),
});

export const leagueFamePage = page({
  path: '/leagues/{league}/champions',
  query: paging,
  find: async ({ params: { league } }) => leagueOfPage(league),
  make: ({ found: league, query }, deps: ReadDeps) => fame(deps, league, query.page),
});

async function fame({ db, market }: ReadDeps, league: string | null, asked: number) {
  const at = { page: asked, per_page: limits.perPageDefault };
  const champions = await allChampions(db, league, await listedLeagues(market), at);
  needPage(asked, champions.pages, 'This list', (n) => championsHref(league, n));
  return <FamePage champions={champions} />;
}
