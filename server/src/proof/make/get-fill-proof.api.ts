import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { fillProof as answer } from 'papertape-contract/proof';
import { forCallerOnly, kept } from 'papertape-contract/replies';
import type { Universe } from '../../league/universe.ts';
import type { Clock } from '../../lib/clock.ts';
import { orderIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import { sightingMsMax } from '../../operator/late.ts';
import { evidence, provedTopic } from './evidence.ts';
import { fillProof } from './fill-proof-view.ts';
import type { MarketView } from '../../read/snapshot.ts';
import { orderById } from '../../read/views.sql.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly universe: Universe;
  readonly market: MarketView;
};

export const getFillProof = operation({
  id: 'getFillProof',
  path: '/api/fills/{order_id}/proof',
  tag: 'Proofs',
  summary: 'Evidence of a fill',
  description: 'Readings, blocks, prices and rounding from which the fill or rejection can be computed again.',
  key: 'sometimes',
  freshness: 'kept',
  answer: json(answer),
  codes: ['fill_not_found', 'malformed_key', 'unknown_key'],
  async handle({ params: { order_id: id }, caller }, { db, clock, universe, market }: Deps) {
    const missing = (): ApiError =>
      new ApiError('fill_not_found', `There is no outcome of an order "${shown(id)}" to be seen here.`);
    const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
    const outcome = order?.outcome;
    if (!outcome) throw missing();
    const make = async () => await fillProof(await evidence(db, universe), { ...order, outcome }, market.info);
    // Witnesses may see its marks for a day.
    const isSettled = clock.now() - outcome.atMark > sightingMsMax;
    if (!order.sandbox) return kept(isSettled ? provedTopic : '*', make);
    // A sandbox order is nobody else's business: to all others it is not there.
    if ((await caller())?.botId !== order.botId) throw missing();
    return forCallerOnly(await make());
  },
});
