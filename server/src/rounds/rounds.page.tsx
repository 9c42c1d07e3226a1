import { limits } from 'papertape-contract/limits';
import { paging } from 'papertape-contract/parameters';
import { leagueOfPage } from '../feature/league-of-page.ts';
import { needPage, NoSuchPage, page } from '../feature/page.ts';
import { leagueById } from '../league/catalogue.ts';
import { boardHref, leagueName, roundsHref } from '../pages/links.tsx';
import { RoundsPage } from '../pages/rounds-page.tsx';
import { paged, rowsOf } from '../read/paging.ts';
import { roundList, type RoundListDeps } from './round-list.ts';

export interface RoundsPageDeps extends RoundListDeps {
  readonly rounds: { readonly weekly: ReadonlySet<string> };
}

export const roundsPage = page({
  path: '/leagues/{league}/rounds',
  query: paging,
  find: async ({ params: { league } }) => taskLeague(league),
  async make({ found: league, query }, deps: RoundsPageDeps) {
    const at = { page: query.page, per_page: limits.perPageDefault };
    const { total, rounds } = await roundList(deps, { league, state: undefined }, rowsOf(at));
    const list = { league, ...paged(at, total), rounds };
    needPage(at.page, list.pages, 'This list', (n) => roundsHref(league, n));
    const cadence = deps.rounds.weekly.has(league) ? 'weekly' : 'daily';
    return <RoundsPage list={list} cadence={cadence} />;
  },
});

/** A league whose bots answer rounds. Throws NoSuchPage for any other. */
export function taskLeague(league: string): string {
  if (leagueById.get(leagueOfPage(league))?.kind.takes === 'answers') return league;
  const back = { href: boardHref(league), text: `Go to ${leagueName(league)}` };
  throw new NoSuchPage(`${leagueName(league)} holds no rounds: its bots send weights.`, back);
}
