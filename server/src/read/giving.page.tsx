import { page } from '../feature/page.ts';
import type { Clock } from '../lib/clock.ts';
import { leagueNames } from '../pages/league-names.ts';
import { GivingPage } from '../pages/seats-page.tsx';
import type { LeagueViewDeps } from './league-view.ts';
import { givingView } from './giving-view.ts';

type Deps = { readonly clock: Clock; readonly leagues: LeagueViewDeps };

export const givingPage = page({
  path: '/giving',
  make: async (_, { leagues, clock }: Deps) => (
    <GivingPage seats={await givingView(leagues, clock.now())} leagueNames={leagueNames} />
  ),
});
