import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { botsByIds } from '../bots/bots.sql.ts';
import { MovedPage, needPage, NoSuchPage, page } from '../feature/page.ts';
import { startValueCents } from '../flow/rank/rank.ts';
import { leagueKinds } from '../league/kinds.ts';
import { defaultLeagueId, leagueById } from '../league/catalogue.ts';
import { leagueIfNamed } from '../league/league-parameter.ts';
import type { NamedMove } from '../pages/ladder.tsx';
import { LeaguePage } from '../pages/league-page.tsx';
import { boardHref } from '../pages/links.tsx';
import { shown } from '../lib/text.ts';
import { speedOf } from '../lib/clock.ts';
import type { EnterProps } from '../pages/enter.tsx';
import { boardView } from './board-view.ts';
import { boardQuery } from './get-leaderboard.api.ts';
import { movesView } from './ladder-view.ts';
import { promotedView } from './promoted-view.ts';
import { leagueCatalogue, oneLeague } from './league-view.ts';
import { universeView } from './universe-view.ts';
import { boardOf } from './which-board.ts';
import type { ReadDeps } from './deps.ts';

const boardPaging = { ...paging, as_of: boardQuery.as_of, week: boardQuery.week };

export const leaguePage = page({
  path: '/leagues/{league}',
  query: boardPaging,
  async find({ params: { league } }) {
    if (leagueById.has(league)) return league;
    throw new NoSuchPage(`There is no league "${shown(league)}".`, { href: '/', text: 'Go to the front page' });
  },
  make: ({ found: league, query }, deps: ReadDeps) => pageOfLeague(league, query, deps),
});

/** Until there was a page for each league this was where their boards were: those addresses lead on. */
export const homePage = page({
  path: '/',
  query: { league: leagueIfNamed('the one of the front page'), ...boardPaging },
  async make({ query }, deps: ReadDeps) {
    const { league, page, as_of, week } = query;
    if (league === undefined) return await pageOfLeague(defaultLeagueId, query, deps);
    throw new MovedPage(
      boardHref(league, page, { ...(as_of === undefined ? {} : { as_of }), ...(week === undefined ? {} : { week }) }),
    );
  },
});

interface BoardAsked {
  readonly page: number;
  readonly as_of?: string | undefined;
  readonly week?: string | undefined;
}

async function pageOfLeague(league: string, { page, as_of, week }: BoardAsked, deps: ReadDeps): Promise<JSX.Element> {
  const { db, clock, market, leagues, weekRankings, payments } = deps;
  const now = clock.now();
  const baseUrl = deps.baseUrl();
  const of = boardOf({ as_of, week });
  const { extras } = payments;
  const per = { page, per_page: limits.perPageDefault };
  const asked = { league, ...per, now, priceSource: market.info, baseUrl, of, weekRankings, extras };
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
  const views = { board, query, league: view, hidden, catalogue, enter };
  const promoted = await promotedView(db, extras, baseUrl);
  const moves = await namedMoves(db, league);
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

async function namedMoves(db: ReadDeps['db'], league: string): Promise<NamedMove[]> {
  const { moves } = await movesView(db, league, { page: 1, per_page: movesShown });
  const names = new Map(
    (await botsByIds(db, [...new Set(moves.map((m) => m.agent_id))])).map((b) => [b.botId, b.name]),
  );
  return moves.map((move) => ({ move, name: names.get(move.agent_id) ?? move.agent_id }));
}

/** What the example order buys. */
async function tradableSymbols({ universe, market, clock }: ReadDeps, league: string): Promise<string[]> {
  const { symbols } = await universeView(universe, league, market, clock.now());
  return symbols.filter((s) => s.tradable && s.reason === null).map((s) => s.symbol);
}
