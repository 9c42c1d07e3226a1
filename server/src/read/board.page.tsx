import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { needPage, page } from '../feature/page.ts';
import { startValueCents } from '../flow/rank/rank.ts';
import { leagueKinds } from '../league/kinds.ts';
import { BoardPage } from '../pages/board-page.tsx';
import { boardHref } from '../pages/links.tsx';
import { speedOf } from '../lib/clock.ts';
import type { EnterProps } from '../pages/enter.tsx';
import { boardView } from './board-view.ts';
import { boardQuery } from './get-leaderboard.api.ts';
import { leagueCatalogue, oneLeague } from './league-view.ts';
import { universeView } from './universe-view.ts';
import { boardOf } from './which-board.ts';
import type { ReadDeps } from './deps.ts';

export const boardPage = page({
  path: '/',
  query: { league: boardQuery.league, ...paging, as_of: boardQuery.as_of, week: boardQuery.week },
  async make({ query: { league, page, as_of, week } }, deps: ReadDeps) {
    const { db, clock, market, leagues, weekRankings } = deps;
    const now = clock.now();
    const baseUrl = deps.baseUrl();
    const of = boardOf({ as_of, week });
    const priceSource = market.info;
    const asked = { league, page, per_page: limits.perPageDefault, now, priceSource, baseUrl, of, weekRankings };
    const board = await boardView(db, asked);
    const query = of.kind === 'close' ? { as_of: of.date } : of.kind === 'week' ? { week: of.week } : {};
    needPage(page, board.pages, 'This board', (n) => boardHref(league, n, query));
    const catalogue = await leagueCatalogue(leagues);
    const { league: view, hidden } = await oneLeague(leagues, league);
    const enter: EnterProps = {
      baseUrl,
      league,
      symbols: view.orders_open ? await tradableSymbols(deps, league) : [],
      takes: leagueKinds[view.kind].takes,
      seatsFree: hidden === undefined ? view.seats_free : 0,
    };
    const shown = { board, query, league: view, hidden, catalogue, enter };
    return <BoardPage {...shown} startValue={startValueCents / 100} clockSpeed={speedOf(clock)} />;
  },
});

/** What the example order buys. */
async function tradableSymbols({ universe, market, clock }: ReadDeps, league: string): Promise<string[]> {
  const { symbols } = await universeView(universe, league, market, clock.now());
  return symbols.filter((s) => s.tradable && s.reason === null).map((s) => s.symbol);
}
