/** Proofs, for everyone: of receipts and marks, of outcomes, of closes. docs/bots/receipts.md and docs/bots/proof.md. */
import type { FastifyRequest } from 'fastify';
import { leagueById } from '../../league/catalogue.ts';
import { ApiError } from 'papertape-contract/errors';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import type { Instant } from '../../lib/clock.ts';
import { botIdPattern, orderIdPattern } from '../../lib/ids.ts';
import { readMeta } from '../../engine/progress.sql.ts';
import { decodeMarket } from '../../flow/price/market.ts';
import { markMs } from '../../lib/time.ts';
import type { Routes } from '../http.ts';
import { countAgainst, paging, param, query } from '../request.ts';
import { shown } from '../../lib/text.ts';
import { agentProofs, closeProof } from '../../proof/make/close-proof-view.ts';
import { fillProof } from '../../proof/make/fill-proof-view.ts';
import type { EvidenceDeps } from '../../proof/make/price-evidence-view.ts';
import { markProof, orderProof } from '../../proof/make/receipt-proof-view.ts';
import { orderById, type OrderAndFill } from '../../read/views.sql.ts';
import { publicBot } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPrivate, sendPublic, sendReady } from './reply.ts';

/** What is proved never changes; proofs are made again after a close, which may be voided: they name the price source as it is now. */
const provedTopic = 'proofs';

export function proofRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, market } = deps;

  routes.get('/api/proofs/marks/:mark', async (request, reply) => {
    const mark = readMark(param(request, 'mark'));
    const proof = mark === undefined ? undefined : await markProof(db, mark);
    if (!proof) throw new ApiError('mark_not_found', `There is no mark "${shown(param(request, 'mark'))}" on record.`);
    return sendPublic(request, reply, JSON.stringify(proof));
  });

  routes.get('/api/proofs/orders/:order_id', async (request, reply) => {
    const order = await findOrder(deps, request);
    if (!order)
      throw new ApiError('order_not_found', `There is no order "${shown(param(request, 'order_id'))}" of this bot.`);
    return sendPublic(request, reply, JSON.stringify(await orderProof(db, order)));
  });

  routes.get('/api/fills/:order_id/proof', async (request, reply) => {
    const order = await findOrder(deps, request);
    if (!order || order.fill_state === null) throw noSuchFill(request);
    const make = async () => await fillProof(await evidence(deps), order, market.info);
    if (order.sandbox !== 1n)
      return await sendReady(deps, request, reply, provedTopic, jsonType, async () => JSON.stringify(await make()));
    // A sandbox order is nobody else's business: to all others it is not there.
    if (!(await isOwn(deps, request, order))) throw noSuchFill(request);
    return sendPrivate(reply, await make());
  });

  routes.get('/api/closes/:league/:date/proof', async (request, reply) => {
    const [league, date] = [param(request, 'league'), param(request, 'date')];
    const botId = query(request, 'agent_id');
    const missing = new ApiError(
      'close_not_found',
      `There is no close "${shown(date)}" of the league "${shown(league)}"${botId === undefined ? '' : ' with that bot in it'}.`,
    );
    const known = leagueById.has(league) && isCalendarDate(date);
    if (!known || (botId !== undefined && !botIdPattern.test(botId))) throw missing;
    return await sendReady(deps, request, reply, provedTopic, jsonType, async () => {
      const proof = await closeProof(await evidence(deps), league, Date.parse(date), botId, market.info);
      if (!proof) throw missing;
      return JSON.stringify(proof);
    });
  });

  routes.get('/api/agents/:agent_id/proofs', async (request, reply) => {
    const bot = await publicBot(deps, request);
    return sendPublic(request, reply, JSON.stringify(await agentProofs(await evidence(deps), bot, paging(request))));
  });
}

async function evidence({ db, universe }: RouteDeps): Promise<EvidenceDeps> {
  const market = await readMeta(db, 'market');
  return { db, versions: market === undefined ? [] : decodeMarket(market), pools: universe.pools };
}

async function isOwn(deps: RouteDeps, request: FastifyRequest, order: OrderAndFill): Promise<boolean> {
  if (request.headers.authorization === undefined) return false;
  await deps.limiter.check('failedKeysPerAddress', request.client);
  try {
    return (await deps.registry.authenticate(request.headers.authorization)).botId === order.agent_id;
  } catch (e) {
    if (e instanceof ApiError) await countAgainst(deps.limiter, request, 'failedKeysPerAddress', request.client);
    throw e;
  }
}

function noSuchFill(request: FastifyRequest): ApiError {
  return new ApiError(
    'fill_not_found',
    `There is no outcome of an order "${shown(param(request, 'order_id'))}" to be seen here.`,
  );
}

async function findOrder({ db }: RouteDeps, request: FastifyRequest): Promise<OrderAndFill | undefined> {
  const id = param(request, 'order_id');
  return orderIdPattern.test(id) ? await orderById(db, id) : undefined;
}

function readMark(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.000)?)?Z$/.test(text)) return undefined;
  const t = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March.
  return t % markMs === 0 && isCalendarDate(text.slice(0, 10)) ? t : undefined;
}
