import { leagueOfPage } from '../feature/league-of-page.ts';
import { page } from '../feature/page.ts';
import { speedOf } from '../lib/clock.ts';
import { MarketPage } from '../pages/market-page.tsx';
import type { ReadDeps } from './deps.ts';
import { oneLeague } from './league-view.ts';
import { universeView } from './universe-view.ts';

export const marketPage = page({
  path: '/leagues/{league}/market',
  find: async ({ params: { league } }) => leagueOfPage(league),
  make: async ({ found: league }, { universe, market, clock, leagues }: ReadDeps) => (
    <MarketPage
      league={(await oneLeague(leagues, league)).league}
      universe={await universeView(universe, league, market, clock.now())}
      clockSpeed={speedOf(clock)}
    />
  ),
});
