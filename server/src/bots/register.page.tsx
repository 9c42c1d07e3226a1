import { optionalText } from 'papertape-contract/parameters';
import { page } from '../feature/page.ts';
import { systemRandom } from '../lib/system-random.ts';
import { RegisterPage } from '../pages/register-page.tsx';
import type { ReadDeps } from '../read/deps.ts';
import { leagueCatalogue } from '../read/league-view.ts';

export const registerPage = page({
  path: '/register',
  isOfOneView: true,
  query: { league: optionalText({}, { description: 'The league that is chosen at first.', example: 'spot_crypto' }) },
  make: async ({ query: { league } }, { leagues }: Pick<ReadDeps, 'leagues'>) => (
    <RegisterPage
      catalogue={await leagueCatalogue(leagues)}
      view={systemRandom(16).toString('hex')}
      said={league === undefined ? {} : { league }}
      faults={[]}
    />
  ),
});
