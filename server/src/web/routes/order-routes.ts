/** Weights, preview, entry check, orders. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { OrderAck } from 'papertape-contract/order';
import type { EntryCheck } from 'papertape-contract/registration';
import { iso, isoDate } from '../../lib/clock.ts';
import { orderIdPattern } from '../../lib/ids.ts';
import type { CallerBot, Keep } from 'papertape-contract/call';
import { submitOrder, type TakenOrder } from '../../flow/order/submit.job.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import { errorBody } from '../error-body.ts';
import type { Routes } from '../http.ts';
import { bodyBytes, countAgainst, paging, param } from '../request.ts';
import { parseObject } from '../strict-json.ts';
import { shown } from '../../lib/text.ts';
import { orderList } from '../../read/bot-view.ts';
import { ordersOpen, type OrdersOpen } from '../../flow/order/entry.ts';
import { tradable } from '../../flow/order/tradable.ts';
import { entryTime } from '../../read/entry-time.ts';
import { orderAck, orderView } from '../../read/order-view.ts';
import { orderById } from '../../read/views.sql.ts';
import { idempotencyKey, ownBot, sendAnswer } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { readOrder } from './order-request.ts';
import { sendPrivate } from './reply.ts';

export function orderRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock } = deps;

  routes.post('/api/agents/:agent_id/check', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const { league, now } = await tradingLeague(deps, bot);
    const answer = await deps.idempotency.run(
      { header: idempotencyKey(request), scope: `check ${bot.botId}`, body: bodyBytes(request) },
      async (keep) => {
        if (!now.open) throw ordersClosed(league, now);
        return {
          status: 200,
          body: await entryCheck(deps, request, bot, league, (body) => keep({ status: 200, body })),
        };
      },
    );
    return sendAnswer(reply, answer);
  });

  routes.get('/api/agents/:agent_id/orders', async (request, reply) => {
    const { botId } = await ownBot(deps, request);
    return sendPrivate(reply, await orderList(db, botId, paging(request), clock.now()));
  });

  routes.get('/api/agents/:agent_id/orders/:order_id', async (request, reply) => {
    const { botId } = await ownBot(deps, request);
    const order = await findOrder(deps, request);
    if (order?.agent_id !== botId) throw noSuchOrder(request);
    return sendPrivate(reply, orderView(order, clock.now()));
  });
}

async function findOrder({ db }: RouteDeps, request: FastifyRequest) {
  const id = param(request, 'order_id');
  return orderIdPattern.test(id) ? await orderById(db, id) : undefined;
}

function noSuchOrder(request: FastifyRequest): ApiError {
  return new ApiError('order_not_found', `There is no order "${shown(param(request, 'order_id'))}" of this bot.`);
}

/** The league of a bot that trades, and whether it takes orders now. Throws when it is a task league, or takes none at all. */
export async function tradingLeague(
  { universe, market, leagues }: Pick<RouteDeps, 'universe' | 'market' | 'leagues'>,
  bot: CallerBot,
): Promise<{ readonly league: LeagueUniverse; readonly now: OrdersOpen }> {
  if (bot.retired) throw new ApiError('agent_retired', `${bot.botId} is retired and orders no more.`);
  const league = universe.leagues.get(bot.league);
  if (!league) throw new Error(`${bot.botId} is in no known league: ${bot.league}`);
  if (league.league.kind.takes !== 'weights')
    throw new ApiError('not_a_trading_league', `${league.league.id} is a task league.`);
  const now = ordersOpen(league, await market.snapshot(), entryTime(leagues));
  if (!now.open && now.retryAfterSeconds === undefined) throw ordersClosed(league, now);
  return { league, now };
}

export function ordersClosed({ league }: LeagueUniverse, { reason, retryAfterSeconds }: OrdersOpen): ApiError {
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } };
  return new ApiError('orders_closed', `${league.id} takes no orders now. ${reason ?? ''}`, headers);
}

type TakeOrderDeps = Pick<RouteDeps, 'market' | 'registry' | 'intake' | 'clock' | 'ids' | 'rulesVersion'>;

/** @param answerOf what is answered to the acknowledged order, and kept for the Idempotency-Key. */
export async function takeOrder<T>(
  deps: TakeOrderDeps,
  bot: CallerBot,
  league: LeagueUniverse,
  body: Buffer,
  count: () => Promise<void>,
  keep: Keep<T>,
  answerOf: (ack: OrderAck) => T,
): Promise<T> {
  const { order, warnings } = readOrder(parseObject(body), league, await deps.market.snapshot());
  await count();
  // Again, after the waits for the market and the limit: from here to the order's stamp nothing is awaited.
  if (bot.retired) throw new ApiError('agent_retired', `${bot.botId} is retired and orders no more.`);
  const answer = ({ row }: TakenOrder): T => answerOf(orderAck(row, order.weights, deps.market.info, warnings));
  try {
    return answer(await submitOrder(deps, bot, order, (taken) => keep(answer(taken))));
  } catch (cause) {
    // What is in memory may be ahead of the database now: the bot's last receipt is read again.
    deps.registry.forget(bot);
    throw new ApiError('storage_unavailable', 'The database did not take the order; it was not placed.', {
      cause,
      headers: { 'Retry-After': '5' },
    });
  }
}

/** Proves the key, sends a sandbox order through the real path, and shows what wrong orders would have answered. */
async function entryCheck(
  deps: RouteDeps,
  request: FastifyRequest,
  bot: CallerBot,
  league: LeagueUniverse,
  keep: Keep<EntryCheck>,
): Promise<EntryCheck> {
  const snapshot = await deps.market.snapshot();
  const symbol = [...league.symbols.keys()].find((s) => tradable(s, snapshot).tradable);
  if (symbol === undefined) {
    throw new ApiError('symbol_not_tradable', `No symbol of ${league.league.id} can be traded now.`);
  }
  const now = deps.clock.now();
  const date = isoDate(now);
  const good = Buffer.from(JSON.stringify({ date, weights: { [symbol]: 0.5 }, sandbox: true, reason: 'entry check' }));
  const wrong: [string, string][] = [
    ['weights above 1', JSON.stringify({ date, weights: { [symbol]: 1.01 } })],
    ['a negative weight', JSON.stringify({ date, weights: { [symbol]: -0.1 } })],
    ['an unknown symbol', JSON.stringify({ date, weights: { 'NO-SUCH-SYMBOL': 0.1 } })],
    ['no date', JSON.stringify({ weights: { [symbol]: 0.5 } })],
    ['broken JSON', '{"weights": '],
  ];
  const count = () => countAgainst(deps.limiter, request, 'ordersPerBot', bot.botId);
  return await takeOrder(deps, bot, league, good, count, keep, (order) => ({
    ok: true,
    agent_id: bot.botId,
    league: bot.league,
    checks: [
      { check: 'key', ok: true, detail: 'The key is good and belongs to this bot.' },
      { check: 'league', ok: true, detail: `${bot.league} takes orders.` },
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
    ],
    order,
    wrong_orders: wrong.map(([name, body]) => wouldAnswer(name, Buffer.from(body), league, snapshot)),
  }));
}

function wouldAnswer(
  name: string,
  body: Buffer,
  league: LeagueUniverse,
  snapshot: Parameters<typeof readOrder>[2],
): EntryCheck['wrong_orders'][number] {
  try {
    readOrder(parseObject(body), league, snapshot);
  } catch (e) {
    if (e instanceof ApiError) return { case: name, status: e.status, body: errorBody(e) };
    throw e;
  }
  throw new Error(`the entry check's wrong order passed: ${name}`);
}
