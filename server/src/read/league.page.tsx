import type { BoardSort } from 'papertape-contract/board-sorts';
import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { needPage, NoSuchPage, page } from '../feature/page.ts';
import { startValueCents } from '../flow/rank/rank.ts';
import { leagueKinds } from '../league/kinds.ts';
import { leagueById } from '../league/catalogue.ts';
import { LeaguePage } from '../pages/league-page.tsx';
import { boardHref } from '../pages/links.tsx';
import { shown } from '../lib/text.ts';
import { speedOf } from '../lib/clock.ts';
import type { EnterProps } from '../pages/enter.tsx';
import { boardView } from './board-view.ts';
import { boardQuery } from './get-leaderboard.api.ts';
import { namedMoves } from './ladder.page.tsx';
import { promotedView } from './promoted-view.ts';
import { leagueCatalogue, oneLeague } from './league-view.ts';
import { tradableSymbols } from './tradable-symbols.ts';
import { boardOf } from './which-board.ts';
import type { ReadDeps } from './deps.ts';

const { as_of, week, tier, sort } = boardQuery;
const boardPaging = { ...paging, as_of, week, tier, sort };

export const leaguePage = page({
  path: '/leagues/{league}',
  query: boardPaging,
  async find({ params: { league } }) {
    if (leagueById.has(league)) return league;
    throw new NoSuchPage(`There is no league "${shown(league)}".`, { href: '/', text: 'Go to the front page' });
  },
  make: ({ found: league, query }, deps: ReadDeps) => pageOfLeague(league, query, deps),
});

interface BoardAsked {
  readonly page: number;
  readonly as_of?: string | undefined;
  readonly week?: string | undefined;
  readonly tier: string;
  readonly sort: BoardSort;
}

async function pageOfLeague(
  league: string,
  { page, as_of, week, tier, sort }: BoardAsked,
  deps: ReadDeps,
): Promise<JSX.Element> {
  const { db, clock, market, leagues, weekRankings, payments } = deps;
  const now = clock.now();
  const baseUrl = deps.baseUrl();
  const of = boardOf({ as_of, week });
  const { extras } = payments;
  const per = { page, per_page: limits.perPageDefault };
  const asked = { league, ...per, tier, sort, now, priceSource: market.info, baseUrl, of, weekRankings, extras };
  const board = await boardView(db, asked);
  const query = {
    ...(of.kind === 'close' ? { as_of: of.date } : of.kind === 'week' ? { week: of.week } : {}),
    ...(tier === 'all' ? {} : { tier }),
    ...(sort === 'rank' ? {} : { sort }),
  };
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
  const views = { board, query, league: view, hidden, catalogue, enter };
  const promoted = await promotedView(db, extras, baseUrl);
  const moves = await namedMoves(db, league, movesShown);
  return (
    <LeaguePage
      {...views}
      promoted={promoted}
      moves={moves}
      startValue={startValueCents / 100}
      clockSpeed={speedOf(clock)}
    />
  );
}

/** Moves between tiers on a league's page; the rest are in the JSON. */
const movesShown = 8;
