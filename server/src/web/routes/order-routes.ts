/** Weights, preview, entry check, orders. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import { orderIdPattern } from '../../lib/ids.ts';
import type { Routes } from '../http.ts';
import { paging, param } from '../request.ts';
import { shown } from '../../lib/text.ts';
import { orderList } from '../../read/bot-view.ts';
import { orderView } from '../../read/order-view.ts';
import { orderById } from '../../read/views.sql.ts';
import { ownBot } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { sendPrivate } from './reply.ts';

export function orderRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock } = deps;

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
