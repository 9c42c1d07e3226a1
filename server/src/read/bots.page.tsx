import { limits } from 'papertape-contract/limits';
import { paging } from 'papertape-contract/parameters';
import { needPage, page } from '../feature/page.ts';
import { leagueIfAny } from '../league/league-parameter.ts';
import { BotsPage } from '../pages/bots-page.tsx';
import { botsHref } from '../pages/links.tsx';
import type { ReadDeps } from './deps.ts';
import { listedLeagues } from './listed-leagues.ts';
import { newestBots } from './newest-bots.ts';
import { hiddenLeagues } from './seats-view.ts';

export const botsPage = page({
  path: '/bots',
  query: { league: leagueIfAny, ...paging },
  async make({ query: { league, page } }, deps: Pick<ReadDeps, 'db' | 'market' | 'botList'>) {
    const at = { page, per_page: limits.perPageDefault };
    const list = await newestBots(deps, at, league, await hiddenLeagues(deps));
    needPage(page, list.pages, 'This list', (n) => botsHref(list.league, n));
    return <BotsPage list={list} leagues={await listedLeagues(deps.market)} />;
  },
});
