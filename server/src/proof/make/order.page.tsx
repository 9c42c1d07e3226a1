import { botById } from '../../bots/bots.sql.ts';
import { NoSuchPage, page } from '../../feature/page.ts';
import { speedOf, type Clock } from '../../lib/clock.ts';
import { orderIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import type { Universe } from '../../league/universe.ts';
import { OrderPage } from '../../pages/order-page.tsx';
import type { MarketView } from '../../read/snapshot.ts';
import { orderById } from '../../read/views.sql.ts';
import type { Db } from '../../storage/storage.ts';
import { evidence } from './evidence.ts';
import { fillProof } from './fill-proof-view.ts';
import { orderProof } from './receipt-proof-view.ts';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly baseUrl: () => string;
};

/** A pending or sandbox order is nobody else's business: to a page it is not there. */
export const orderPage = page({
  path: '/orders/{order_id}',
  async find({ params: { order_id: id } }, { db }: Pick<Deps, 'db'>) {
    const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
    const outcome = order?.outcome;
    if (!outcome || order.sandbox)
      throw new NoSuchPage(
        `There is no order "${shown(id)}" to be seen here. A pending order is seen by nobody before it is decided, 30 to 35 minutes after it arrives.`,
        { href: '/', text: 'Go to the front page' },
      );
    return { ...order, outcome };
  },
  async make({ found: order }, { db, clock, universe, market, baseUrl }: Deps) {
    const bot = await botById(db, order.botId);
    return (
      <OrderPage
        fill={await fillProof(await evidence(db, universe), order, market.info)}
        receipt={await orderProof(db, order)}
        name={bot?.name ?? order.botId}
        baseUrl={baseUrl()}
        clockSpeed={speedOf(clock)}
      />
    );
  },
});
