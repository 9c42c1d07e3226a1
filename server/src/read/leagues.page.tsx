import { yesOrNo } from 'papertape-contract/parameters';
import { page } from '../feature/page.ts';
import { LeaguesPage } from '../pages/leagues-page.tsx';
import { leagueCatalogue } from './league-view.ts';
import type { ReadDeps } from './deps.ts';

export const leaguesPage = page({
  path: '/leagues',
  query: { open: yesOrNo({ description: 'true: only leagues that take orders now.', example: 'true' }) },
  make: async ({ query: { open } }, { leagues }: ReadDeps) => (
    <LeaguesPage catalogue={await leagueCatalogue(leagues)} openOnly={open} />
  ),
});
