import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import type { OrderAck } from 'papertape-contract/order';
import { entryCheck, type EntryCheck } from 'papertape-contract/registration';
import type { LeagueUniverse, Universe } from '../../league/universe.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { entryTime } from '../../read/entry-time.ts';
import { orderAck } from '../../read/order-view.ts';
import { symbolsHeld } from '../../read/views.sql.ts';
import { errorBody } from '../../web/error-body.ts';
import { readOrder } from './read-order.ts';
import type { OrderDeps } from './submit-weights.api.ts';
import { takeOrder } from './take-order.job.ts';
import { tradable, type TradableMarket } from './tradable.ts';
import { checkOpen, tradingLeague } from './trading-league.ts';

export const checkEntry = operation({
  id: 'checkEntry',
  method: 'post',
  path: '/api/agents/{agent_id}/check',
  tag: 'Entering',
  summary: 'Check the entry',
  description:
    'Proves the key, sends a sandbox order through the real path, and shows what wrong orders would have answered.',
  key: 'required',
  freshness: 'private',
  idempotent: true,
  countsLate: ['ordersPerBot'],
  answer: json(entryCheck),
  codes: [
    'not_a_trading_league',
    'orders_closed',
    'window_full',
    'symbol_not_tradable',
    'market_closed',
    'agent_retired',
  ],
  mcp: {
    name: 'arena_check',
    title: 'Check the entry',
    description:
      'Proves the key, sends a sandbox order through the real path (it never counts), and shows what wrong orders would have answered. Run it once after registration.',
  },
  async handle(call, deps: OrderDeps & { readonly universe: Universe }) {
    const { bot } = call;
    const { market, clock } = deps;
    return await call.once(async (keep) => {
      const snapshot = await market.snapshot();
      const trading = tradingLeague(deps.universe, bot, snapshot, entryTime(deps.leagues));
      checkOpen(trading);
      const { league } = trading;
      const now = clock.now();
      const { good, wrong } = sampleOrders(league, snapshot, now);
      return await takeOrder<EntryCheck>(deps, {
        bot,
        league,
        bytes: Buffer.from(good),
        count: () => call.count('ordersPerBot'),
        keep,
        answerOf: (taken, asked, warnings) => {
          const order = orderAck(taken, asked.weights, market.info, warnings);
          return {
            ok: true,
            agent_id: bot.botId,
            league: bot.league,
            checks: checks(bot.league, order, now),
            order,
            wrong_orders: wrong.map(([name, body]) => wouldAnswer(name, Buffer.from(body), league, snapshot, now)),
          };
        },
        held: () => symbolsHeld(deps.db, bot.botId, now),
      });
    });
  },
});

interface SampleOrders {
  readonly good: string;
  /** What is wrong with each, and its body. */
  readonly wrong: readonly (readonly [name: string, body: string])[];
}

function sampleOrders(league: LeagueUniverse, snapshot: TradableMarket, now: Instant): SampleOrders {
  const symbol = [...league.symbols.keys()].find((s) => tradable(s, snapshot, now).tradable);
  if (symbol === undefined)
    throw new ApiError('symbol_not_tradable', `No symbol of ${league.league.id} can be traded now.`);
  const date = isoDate(now);
  return {
    good: JSON.stringify({ date, weights: { [symbol]: 0.5 }, sandbox: true, reason: 'entry check' }),
    wrong: [
      ['weights above 1', JSON.stringify({ date, weights: { [symbol]: 1.01 } })],
      ['a negative weight', JSON.stringify({ date, weights: { [symbol]: -0.1 } })],
      ['an unknown symbol', JSON.stringify({ date, weights: { 'NO-SUCH-SYMBOL': 0.1 } })],
      ['no date', JSON.stringify({ weights: { [symbol]: 0.5 } })],
      ['broken JSON', '{"weights": '],
    ],
  };
}

function checks(league: string, order: OrderAck, now: Instant): EntryCheck['checks'] {
  return [
    { check: 'key', ok: true, detail: 'The key is good and belongs to this bot.' },
    { check: 'league', ok: true, detail: `${league} takes orders.` },
    {
      check: 'order',
      ok: true,
      detail: `Sandbox order ${order.order_id} was accepted; it fills by ${order.fills_by} and never counts.`,
    },
    {
      check: 'clock',
      ok: true,
      detail: `The service's clock says ${iso(now)}; it decides, yours does not matter.`,
    },
  ];
}

function wouldAnswer(
  name: string,
  body: Buffer,
  league: LeagueUniverse,
  snapshot: TradableMarket,
  now: Instant,
): EntryCheck['wrong_orders'][number] {
  try {
    readOrder(body, league, snapshot, now);
  } catch (e) {
    if (e instanceof ApiError) return { case: name, status: e.status, body: errorBody(e) };
    throw e;
  }
  throw new Error(`the entry check's wrong order passed: ${name}`);
}
