/** The share image of an order that is decided. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { botById } from '../../bots/bots.sql.ts';
import type { Universe } from '../../league/universe.ts';
import { orderIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import { orderCard } from '../../pages/share-cards.ts';
import { cardFonts } from '../../pictures/card-fonts.ts';
import type { Pictures } from '../../pictures/open-pictures.ts';
import { shareImage, shareImageHeaders } from '../../pictures/share-image.ts';
import type { MarketView } from '../../read/snapshot.ts';
import { orderById } from '../../read/views.sql.ts';
import type { Db } from '../../storage/storage.ts';
import { languageQuery } from '../../words/language-query.ts';
import { inLanguage } from '../../words/language.ts';
import { evidence } from './evidence.ts';
import { fillProof } from './fill-proof-view.ts';

type Deps = {
  readonly db: Db;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly pictures: Pictures;
};

export const getOrderImage = unlisted({
  path: '/og/orders/{order_id}.png',
  freshness: 'kept',
  headers: shareImageHeaders,
  query: languageQuery,
  answer: document('image/png'),
  async handle({ params: { order_id: id }, query: { lang } }, { db, universe, market, pictures }: Deps) {
    const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
    const outcome = order?.outcome;
    if (!outcome || order.sandbox)
      throw new ApiError('not_found', `There is no order "${shown(id)}" to be seen here.`, {
        fix: 'A pending order is seen by nobody before it is decided.',
      });
    const bot = await botById(db, order.botId);
    return kept(bot?.league ?? '*', async () => {
      const fill = await fillProof(await evidence(db, universe), { ...order, outcome }, market.info);
      return await shareImage(
        pictures,
        inLanguage(lang, () => orderCard(cardFonts, fill, bot?.name ?? order.botId)),
      );
    });
  },
});
