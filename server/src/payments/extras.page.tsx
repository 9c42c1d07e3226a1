import { productIds, type ProductId } from 'papertape-contract/product-ids';
import { optionalText } from 'papertape-contract/parameters';
import { NoSuchPage, page } from '../feature/page.ts';
import { systemRandom } from '../lib/system-random.ts';
import { shown } from '../lib/text.ts';
import { ExtraPage, ExtrasPage } from '../pages/extras-page.tsx';
import type { Payments } from './open-payments.ts';

type Deps = { readonly payments: Pick<Payments, 'products' | 'isSelling'> };

/** Prices in SOL are of the moment: the page is kept by nobody. */
export const extrasPage = page({
  path: '/extras',
  isOfOneView: true,
  make: async (_, { payments }: Deps) => (
    <ExtrasPage products={await payments.products()} isSelling={payments.isSelling} />
  ),
});

export const extraPage = page({
  path: '/extras/{product}',
  isOfOneView: true,
  query: {
    agent_id: optionalText(
      {},
      { description: 'The bot that stands in the form at first.', example: 'agt_0000000000000000' },
    ),
  },
  async find({ params: { product } }) {
    return knownProduct(product);
  },
  make: async ({ found: id, query: { agent_id: bot } }, { payments }: Deps) => (
    <ExtraPage
      id={id}
      products={await payments.products()}
      isSelling={payments.isSelling}
      view={systemRandom(16).toString('hex')}
      said={bot === undefined ? {} : { agent_id: bot }}
      faults={[]}
    />
  ),
});

/** Throws NoSuchPage. */
export function knownProduct(id: string): ProductId {
  const known = productIds.find((product) => product === id);
  if (known !== undefined) return known;
  throw new NoSuchPage(`There is no extra "${shown(id)}".`, { href: '/extras', text: 'Go to the extras' });
}
