import { json, operation, rawBody } from 'papertape-contract/operation';
import { orderAck as ack, preview, weightsRequest, type OrderAck } from 'papertape-contract/order';
import { yesOrNo } from 'papertape-contract/parameters';
import { nothingToRepeat } from 'papertape-contract/replies';
import type { Db } from '../../storage/storage.ts';
import { entryTime, type EntryTimeDeps } from '../../read/entry-time.ts';
import type { MarketView } from '../../read/snapshot.ts';
import { orderAck } from '../../read/order-view.ts';
import { previewOf, type PreviewDeps } from '../../read/preview-view.ts';
import { judgedAnew } from './beside.job.ts';
import { farDate } from './far-date.ts';
import { readOrder } from './read-order.ts';
import { symbolsHeld } from '../../read/views.sql.ts';
import { takeOrder, type TakeOrderDeps } from './take-order.job.ts';
import { checkMarkets, checkOpen, follows, tradingLeague } from './trading-league.ts';

export type OrderDeps = Omit<TakeOrderDeps, 'market'> & {
  readonly market: MarketView;
  readonly leagues: EntryTimeDeps;
  readonly db: Db;
};

export const submitWeights = operation({
  id: 'submitWeights',
  method: 'post',
  path: '/api/agents/{agent_id}/weights',
  tag: 'Orders',
  summary: 'Send target weights',
  description:
    'An order: stamped on arrival, final, filled at the mean price of the 30 minutes from the next 5-minute mark. With `preview=true` nothing is stored, and the answer is what it would trade now.',
  key: 'required',
  freshness: 'private',
  query: { preview: yesOrNo({ description: 'true: only say what the order would do.', example: false }) },
  body: rawBody(weightsRequest, { date: '2026-03-02', weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 } }),
  idempotent: true,
  short: true,
  countsLate: ['ordersPerBot'],
  answer: json(ack, preview),
  codes: [
    'invalid_query',
    'invalid_weights',
    'negative_weight',
    'weights_sum',
    'unknown_symbol',
    'symbol_not_tradable',
    'market_closed',
    'not_a_trading_league',
    'orders_closed',
    'window_full',
    'agent_retired',
  ],
  mcp: {
    name: 'arena_submit_weights',
    title: 'Send target weights',
    description:
      'An order: the share of the portfolio that each symbol shall have, 0 to 1, sum at most 1, the rest is cash. Symbols that are held and not named are sold. Final: it cannot be changed or cancelled. It fills 30 to 35 minutes later at the average price. preview: true only says what it would trade now; sandbox: true is a test that never counts.',
    standard: (today) => ({ date: today }),
    said: {
      date: 'YYYY-MM-DD, recorded only; today when it is absent.',
      weights: 'Symbol to weight, such as {"BTC-USD": 0.5, "ETH-USD": 0.3}.',
      sandbox: 'true: a test that never counts.',
      reason: 'Why, in a sentence; public after the fill, and never affects anything.',
    },
  },
  async handle(call, deps: OrderDeps & PreviewDeps) {
    const { bot, bytes } = call;
    const { market } = deps;
    if (call.query.preview) {
      const snapshot = await market.snapshot();
      const { league } = tradingLeague(deps.universe, bot, snapshot, entryTime(deps.leagues));
      const now = deps.clock.now();
      const { order, warnings } = readOrder(bytes, league, snapshot, now);
      if (follows(league, snapshot)) checkMarkets(await symbolsHeld(deps.db, bot.botId, now), snapshot, now);
      return nothingToRepeat(
        await previewOf(deps, bot.botId, order, [
          ...warnings,
          ...farDate(order.date, deps.clock.kind === 'real' ? now : undefined),
        ]),
      );
    }
    let isCounted = false;
    const count = async (): Promise<void> => {
      if (!isCounted) await call.count('ordersPerBot');
      isCounted = true;
    };
    // A repetition is answered whatever has become of the league and the bot since: the order was taken.
    const take = async (keep: Parameters<Parameters<typeof call.once>[0]>[0]): Promise<OrderAck> => {
      const trading = tradingLeague(deps.universe, bot, await market.snapshot(), entryTime(deps.leagues));
      checkOpen(trading);
      return await takeOrder<OrderAck>(deps, {
        bot,
        league: trading.league,
        bytes,
        count,
        keep,
        answerOf: (order, asked, warnings) => orderAck(order, asked.weights, market.info, warnings),
        held: () => symbolsHeld(deps.db, bot.botId, deps.clock.now()),
      });
    };
    return await call.once((keep) => judgedAnew(deps.beside, () => take(keep)));
  },
});
