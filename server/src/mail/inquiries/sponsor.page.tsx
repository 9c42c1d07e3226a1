import { placements } from 'papertape-contract/product-ids';
import { optionalText } from 'papertape-contract/parameters';
import { page } from '../../feature/page.ts';
import { systemRandom } from '../../lib/system-random.ts';
import { SponsorPage } from '../../pages/sponsor-page.tsx';

export const sponsorPage = page({
  path: '/sponsor',
  isOfOneView: true,
  query: {
    placement: optionalText({}, { description: 'The placement that is chosen at first.', example: placements[0] }),
  },
  make: async ({ query: { placement } }) => (
    <SponsorPage
      view={systemRandom(16).toString('hex')}
      said={placement === undefined ? {} : { placement }}
      faults={[]}
    />
  ),
});
