import { page } from '../feature/page.ts';
import type { Clock } from '../lib/clock.ts';
import { leagueNames } from '../pages/league-names.ts';
import { SeatsPage } from '../pages/seats-page.tsx';
import type { LeagueViewDeps } from './league-view.ts';
import { seatsView } from './seats-view.ts';

type Deps = { readonly clock: Clock; readonly leagues: LeagueViewDeps };

export const seatsPage = page({
  path: '/seats',
  make: async (_, { leagues, clock }: Deps) => (
    <SeatsPage seats={await seatsView(leagues, clock.now())} leagueNames={leagueNames} />
  ),
});
