import { json, operation, rawBody } from 'papertape-contract/operation';
import { yesOrNo } from 'papertape-contract/parameters';
import { nothingToRepeat } from 'papertape-contract/replies';
import { orderAck, preview, weightsRequest } from 'papertape-contract/order';
import { feature } from '../../feature/feature.ts';
import { previewOf } from '../../read/preview-view.ts';
import { parseObject } from '../strict-json.ts';
import type { RouteDeps } from './deps.ts';
import { readOrder } from './order-request.ts';
import { ordersClosed, takeOrder, tradingLeague } from './order-routes.ts';

type Deps = Pick<
  RouteDeps,
  'db' | 'universe' | 'market' | 'leagues' | 'intake' | 'clock' | 'ids' | 'rulesVersion' | 'registry'
>;

export const submitWeights = operation({
  id: 'submitWeights',
  method: 'post',
  path: '/api/agents/{agent_id}/weights',
  tag: 'Trading',
  summary: 'Send target weights',
  description:
    'An order: stamped on arrival, final, filled at the mean price of the 30 minutes from the next 5-minute mark. With `preview=true` nothing is stored, and the answer is what it would trade now.',
  key: 'required',
  freshness: 'private',
  query: { preview: yesOrNo({ description: 'true: only say what the order would do.', example: false }) },
  body: rawBody(weightsRequest, { date: '2026-03-02', weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 } }),
  idempotent: true,
  countsLate: ['ordersPerBot'],
  answer: json(orderAck, preview),
  codes: [
    'invalid_query',
    'invalid_weights',
    'negative_weight',
    'weights_sum',
    'unknown_symbol',
    'symbol_not_tradable',
    'not_a_trading_league',
    'orders_closed',
    'agent_retired',
    'storage_unavailable',
  ],
  async handle(call, deps: Deps) {
    const { bot, bytes } = call;
    const { league, now } = await tradingLeague(deps, bot);
    if (call.query.preview) {
      const { order, warnings } = readOrder(parseObject(bytes), league, await deps.market.snapshot());
      return nothingToRepeat(await previewOf(deps, bot.botId, order, warnings));
    }
    const count = (): Promise<void> => call.count('ordersPerBot');
    return await call.once(async (keep) => {
      if (!now.open) throw ordersClosed(league, now);
      return await takeOrder(deps, bot, league, bytes, count, keep, (ack) => ack);
    });
  },
});

export const orders = feature({ name: 'orders', operations: [submitWeights] });
