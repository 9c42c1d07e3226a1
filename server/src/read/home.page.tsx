import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import type { LeagueCatalogue } from 'papertape-contract/league';
import { MovedPage, page } from '../feature/page.ts';
import { startValueCents } from '../flow/rank/rank.ts';
import { defaultLeagueId } from '../league/catalogue.ts';
import { leagueKinds } from '../league/kinds.ts';
import { leagueIfNamed } from '../league/league-parameter.ts';
import { iso, speedOf } from '../lib/clock.ts';
import { HomePage } from '../pages/home-page.tsx';
import { boardHref } from '../pages/links.tsx';
import { boardView } from './board-view.ts';
import { boardQuery } from './get-leaderboard.api.ts';
import { leagueCatalogue, oneLeague } from './league-view.ts';
import { promotedView } from './promoted-view.ts';
import { liveIdFrom } from './tape/live-events.ts';
import { fillTape } from './tape/tape-view.ts';
import { tradableSymbols } from './tradable-symbols.ts';
import type { ReadDeps } from './deps.ts';

/** Fills on the tape, and champions, of the front page. */
const fillsShown = 12;
const championsShown = 4;

/** What stood here was a board: its addresses lead on to that. */
export const homePage = page({
  path: '/',
  query: { league: leagueIfNamed('the front page'), ...paging, as_of: boardQuery.as_of, week: boardQuery.week },
  async make({ query: { league, page: asked, as_of, week } }, deps: ReadDeps) {
    if (league !== undefined || asked > 1 || as_of !== undefined || week !== undefined) {
      const of = { ...(as_of === undefined ? {} : { as_of }), ...(week === undefined ? {} : { week }) };
      throw new MovedPage(boardHref(league ?? defaultLeagueId, asked, of));
    }
    return await home(deps);
  },
});

async function home(deps: ReadDeps) {
  const { db, clock, market, leagues, weekRankings, payments } = deps;
  const baseUrl = deps.baseUrl();
  const catalogue = await leagueCatalogue(leagues);
  const id = fullest(catalogue);
  const { extras } = payments;
  const first = { page: 1, per_page: limits.perPageDefault };
  const of = { now: clock.now(), priceSource: market.info, baseUrl, weekRankings, extras };
  const { lastMark } = await market.snapshot();
  const { league } = await oneLeague(leagues, id);
  const { fills } = await fillTape(
    db,
    { league: undefined, before: undefined, limit: fillsShown },
    lastMark,
    market.info,
  );
  return (
    <HomePage
      board={await boardView(db, { league: id, ...first, ...of })}
      league={league}
      catalogue={catalogue}
      fills={fills}
      since={lastMark === undefined ? liveIdFrom(0) : `${liveIdFrom(lastMark)}9`}
      champions={latest(catalogue)}
      pricesOf={lastMark === undefined ? null : iso(lastMark)}
      startValue={startValueCents / 100}
      clockSpeed={speedOf(clock)}
      enter={{
        baseUrl,
        league: id,
        symbols: league.orders_open ? await tradableSymbols(deps, id) : [],
        takes: leagueKinds[league.kind].takes,
        seatsFree: league.seats_free,
      }}
      promoted={await promotedView(db, extras, baseUrl)}
    />
  );
}

/** The trading league with most bots; the default one when none has any. */
export function fullest({ leagues }: LeagueCatalogue): string {
  const [most] = leagues.filter((l) => l.kind === 'trading').toSorted((a, b) => b.bots - a.bots);
  return most === undefined || most.bots === 0 ? defaultLeagueId : most.id;
}

function latest({ leagues }: LeagueCatalogue): LeagueCatalogue['leagues'][number]['champions'] {
  return leagues
    .flatMap((l) => l.champions)
    .filter((w) => w.champion !== null)
    .toSorted((a, b) => (a.decided_at < b.decided_at ? 1 : a.decided_at > b.decided_at ? -1 : b.bots - a.bots))
    .slice(0, championsShown);
}
