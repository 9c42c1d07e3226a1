/** Registration, the public profile and what a bot reads of itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import { botIdPattern } from '../../lib/ids.ts';
import type { BotsTable } from '../../storage/database.ts';
import { botById } from '../../bots/bots.sql.ts';
import type { KnownBot } from '../../bots/registry.ts';
import { botView, equityView, positionsView, tradeLog, tradesCsv } from '../../read/bot-view.ts';
import { agentStatistics } from '../../read/figures-view.ts';
import type { Routes } from '../http.ts';
import { countAgainst, paging, param, query } from '../request.ts';
import { shown } from '../../lib/text.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPrivate, sendPublic, sendReady } from './reply.ts';

/** The bot of the path, proved by the key of the request. Authentication comes before everything else. */
export async function ownBot(deps: RouteDeps, request: FastifyRequest): Promise<KnownBot> {
  return await provedBot(deps, request, param(request, 'agent_id'));
}

/** The bot of an id, proved by the key of the request. */
async function provedBot(deps: RouteDeps, request: FastifyRequest, id: string): Promise<KnownBot> {
  await deps.limiter.check('failedKeysPerAddress', request.client);
  const bot = await deps.registry.authenticate(request.headers.authorization).catch(async (e: unknown) => {
    if (e instanceof ApiError) await countAgainst(deps.limiter, request, 'failedKeysPerAddress', request.client);
    throw e;
  });
  if (id !== bot.botId) {
    if (!botIdPattern.test(id) || !(await botById(deps.db, id))) throw noSuchBot(id);
    throw new ApiError('wrong_bot', `The key belongs to another bot than ${shown(id)}.`);
  }
  if (request.method === 'POST') await countAgainst(deps.limiter, request, 'writesPerBot', bot.botId);
  return bot;
}

/** The bot of the path, for everyone to see. */
export async function publicBot(deps: RouteDeps, request: FastifyRequest): Promise<BotsTable> {
  const id = param(request, 'agent_id');
  const bot = botIdPattern.test(id) ? await botById(deps.db, id) : undefined;
  if (!bot) throw noSuchBot(id);
  return bot;
}

function noSuchBot(id: string): ApiError {
  return new ApiError('agent_not_found', `There is no bot "${shown(id)}".`);
}

export function botRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, market } = deps;

  routes.get('/api/agents/:agent_id', async (request, reply) => {
    const bot = await publicBot(deps, request);
    return await sendReady(deps, request, reply, bot.league, jsonType, async () =>
      JSON.stringify(await botView(db, bot, market.info, deps.baseUrl())),
    );
  });

  routes.get('/api/agents/:agent_id/trades', async (request, reply) => {
    const bot = await publicBot(deps, request);
    const format = query(request, 'format') ?? 'json';
    if (format !== 'json' && format !== 'csv')
      throw new ApiError('invalid_query', `format is "${shown(format)}"; it must be json or csv.`);
    const log = await tradeLog(db, bot.agent_id, paging(request), market.info);
    if (format === 'json') return sendPublic(request, reply, JSON.stringify(log));
    reply.header('Content-Disposition', `attachment; filename="${bot.agent_id}-trades.csv"`);
    return sendPublic(request, reply, tradesCsv(log.trades), 'text/csv; charset=utf-8');
  });

  routes.get('/api/agents/:agent_id/equity', async (request, reply) => {
    const bot = await publicBot(deps, request);
    return sendPublic(request, reply, JSON.stringify(await equityView(db, bot.agent_id, market.info)));
  });

  routes.get('/api/agents/:agent_id/statistics', async (request, reply) => {
    const bot = await publicBot(deps, request);
    return await sendReady(deps, request, reply, bot.league, jsonType, async () =>
      JSON.stringify(await agentStatistics(db, bot, market.info, deps.baseUrl())),
    );
  });

  routes.get('/api/agents/:agent_id/positions', async (request, reply) => {
    const bot = await publicBot(deps, request);
    return sendPublic(request, reply, JSON.stringify(await positionsView(db, bot, market)));
  });
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  return Array.isArray(header) ? header.join(',') : header;
}

export function sendAnswer(
  reply: FastifyReply,
  answer: { readonly status: number; readonly body: unknown; readonly replayed: boolean },
): FastifyReply {
  if (answer.replayed) reply.header('Idempotency-Replayed', 'true');
  return sendPrivate(reply, answer.body, answer.status);
}
