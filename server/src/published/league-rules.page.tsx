import { leagueOfPage } from '../feature/league-of-page.ts';
import { page } from '../feature/page.ts';
import { RulesPage } from '../pages/rules-page.tsx';
import type { ReadDeps } from '../read/deps.ts';
import { oneLeague } from '../read/league-view.ts';
import { rulesVersions } from '../read/rules-view.ts';
import { universeView } from '../read/universe-view.ts';

type Deps = Pick<ReadDeps, 'db' | 'clock' | 'market' | 'universe' | 'leagues'> & { readonly rulesVersion: string };

/** The rest are in the JSON. */
const versionsShown = 10;

export const leagueRulesPage = page({
  path: '/leagues/{league}/rules',
  find: async ({ params: { league } }) => leagueOfPage(league),
  make: async ({ found: league }, { db, clock, market, universe, leagues, rulesVersion }: Deps) => (
    <RulesPage
      league={(await oneLeague(leagues, league)).league}
      symbols={(await universeView(universe, league, market, clock.now())).symbols}
      versions={await rulesVersions(db, { page: 1, per_page: versionsShown }, rulesVersion)}
    />
  ),
});
