import { json, operation } from 'papertape-contract/operation';
import { optionalText, paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { board } from 'papertape-contract/board';
import { defaultBoardId } from '../league/catalogue.ts';
import { leagueOr } from '../league/league-parameter.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { boardAnswer } from './board-view.ts';
import type { MarketView } from './snapshot.ts';
import type { WeekRankings } from './week-ranking.ts';
import { boardOf, whichBoard } from './which-board.ts';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly weekRankings: WeekRankings;
  readonly baseUrl: () => string;
};

/** Which board is asked for, of this operation and of the page. */
export const boardQuery = {
  league: leagueOr(defaultBoardId),
  as_of: optionalText(
    { format: 'date', maxLength: 10 },
    { description: 'Date of a close, YYYY-MM-DD.', example: '2026-03-02' },
  ),
  week: optionalText(
    { pattern: '^\\d{4}-W\\d{2}$', maxLength: 8 },
    { description: 'ISO week, such as 2026-W10.', example: '2026-W10' },
  ),
  ...paging,
};

export const getLeaderboard = operation({
  id: 'getLeaderboard',
  method: 'get',
  path: '/api/leaderboard',
  alsoAt: ['/leaderboard.json'],
  tag: 'Standings',
  summary: 'Leaderboard of a league',
  description:
    'Ranks by paper return at the last close, with tiers, market baselines and house bots. With `as_of` the board of that close, with `week` the ranking of that week; both are final.',
  key: 'never',
  freshness: 'kept',
  query: boardQuery,
  answer: json(board),
  codes: ['invalid_query', 'unknown_league', 'close_not_found'],
  async handle({ query: { league, page, per_page: perPage, ...query } }, deps: Deps) {
    const { db, clock, market, weekRankings } = deps;
    const of = boardOf(query);
    let isFinal = false;
    return kept(
      league,
      async () => {
        const now = clock.now();
        const asked = { league, page, perPage, now, priceSource: market.info, baseUrl: deps.baseUrl(), weekRankings };
        const made = await boardAnswer(db, asked, await whichBoard(db, league, of, now));
        isFinal = made.final;
        return made.board;
      },
      () => (isFinal ? finalHeaders : {}),
    );
  },
});

/** Standings that nothing can change any more may be kept for a day; names and icons in them may change. */
const finalHeaders = { 'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800' };
