import { json, operation } from 'papertape-contract/operation';
import { oneOf, optionalText, paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { board } from 'papertape-contract/board';
import { boardSorts } from 'papertape-contract/board-sorts';
import { defaultLeagueId } from '../league/catalogue.ts';
import { leagueOr } from '../league/league-parameter.ts';
import { tierNames } from '../league/tiers.ts';
import { boardAnswer } from './board-view.ts';
import { boardOf, whichBoard } from './which-board.ts';
import type { ReadDeps } from './deps.ts';

/** Which board is asked for, of this operation and of the page. */
export const boardQuery = {
  league: leagueOr(defaultLeagueId),
  as_of: optionalText(
    { format: 'date', maxLength: 10 },
    { description: 'Date of a close, YYYY-MM-DD.', example: '2026-03-02' },
  ),
  week: optionalText(
    { pattern: '^\\d{4}-W\\d{2}$', maxLength: 8 },
    { description: 'ISO week, such as 2026-W10.', example: '2026-W10' },
  ),
  tier: oneOf(['all', ...tierNames], { description: 'The bots of one tier alone.', example: 'Qualifying' }),
  sort: oneOf(boardSorts, {
    description:
      'What comes first: the best `rank`, the highest return of the `week` or of the last `day`, the smallest `fall` from a peak, the most `trades`.',
    example: 'week',
  }),
  ...paging,
};

export const getLeaderboard = operation({
  id: 'getLeaderboard',
  path: '/api/leaderboard',
  alsoAt: ['/leaderboard.json'],
  tag: 'Standings',
  summary: 'Leaderboard of a league',
  description:
    'Ranks by paper return at the last close. With `as_of` the board of that close, with `week` the ranking of that week; both are final. `tier` and `sort` are for boards of at most 2,000 bots.',
  freshness: 'kept',
  query: boardQuery,
  answer: json(board),
  codes: ['unknown_league', 'close_not_found'],
  async handle({ query }, deps: ReadDeps) {
    const { db, clock, market, weekRankings, payments } = deps;
    const { league } = query;
    const of = boardOf(query);
    let isFinal = false;
    return kept(
      league,
      async () => {
        const now = clock.now();
        const { extras } = payments;
        const asked = { ...query, now, priceSource: market.info, baseUrl: deps.baseUrl(), weekRankings, extras };
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
