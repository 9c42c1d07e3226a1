/** Registration, the public profile and what a bot reads of itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { KeyRotation } from 'papertape-contract/registration';
import { agentIdPattern } from '../../lib/ids.ts';
import type { AgentsTable } from '../../storage/database.ts';
import { agentById, replaceKey } from '../../bots/bots.sql.ts';
import { createKey, hashKey } from '../../bots/key.ts';
import type { KnownAgent } from '../../bots/registry.ts';
import { agentView, equityView, positionsView, tradeLog, tradesCsv } from '../../read/bot-view.ts';
import { agentStatistics } from '../../read/figures-view.ts';
import type { Routes } from '../http.ts';
import { bodyBytes, countAgainst, paging, param, query } from '../request.ts';
import { shown } from '../../lib/text.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPrivate, sendPublic, sendReady } from './reply.ts';

/** The bot of the path, proved by the key of the request. Authentication comes before everything else. */
export async function ownAgent(deps: RouteDeps, request: FastifyRequest): Promise<KnownAgent> {
  return await provedAgent(deps, request, param(request, 'agent_id'));
}

/** The bot of an id, proved by the key of the request. */
async function provedAgent(deps: RouteDeps, request: FastifyRequest, id: string): Promise<KnownAgent> {
  await deps.limiter.check('failedKeysPerAddress', request.client);
  const agent = await deps.registry.authenticate(request.headers.authorization).catch(async (e: unknown) => {
    if (e instanceof ApiError) await countAgainst(deps.limiter, request, 'failedKeysPerAddress', request.client);
    throw e;
  });
  if (id !== agent.agentId) {
    if (!agentIdPattern.test(id) || !(await agentById(deps.db, id))) throw noSuchAgent(id);
    throw new ApiError('wrong_bot', `The key belongs to another bot than ${shown(id)}.`);
  }
  if (request.method === 'POST') await countAgainst(deps.limiter, request, 'writesPerBot', agent.agentId);
  return agent;
}

/** The bot of the path, for everyone to see. */
export async function publicAgent(deps: RouteDeps, request: FastifyRequest): Promise<AgentsTable> {
  const id = param(request, 'agent_id');
  const agent = agentIdPattern.test(id) ? await agentById(deps.db, id) : undefined;
  if (!agent) throw noSuchAgent(id);
  return agent;
}

function noSuchAgent(id: string): ApiError {
  return new ApiError('agent_not_found', `There is no bot "${shown(id)}".`);
}

export function agentRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market, intake } = deps;

  routes.get('/api/agents/:agent_id', async (request, reply) => {
    const agent = await publicAgent(deps, request);
    return await sendReady(deps, request, reply, agent.league, jsonType, async () =>
      JSON.stringify(await agentView(db, agent, market.info, deps.baseUrl())),
    );
  });

  routes.get('/api/agents/:agent_id/trades', async (request, reply) => {
    const agent = await publicAgent(deps, request);
    const format = query(request, 'format') ?? 'json';
    if (format !== 'json' && format !== 'csv')
      throw new ApiError('invalid_query', `format is "${shown(format)}"; it must be json or csv.`);
    const log = await tradeLog(db, agent.agent_id, paging(request), market.info);
    if (format === 'json') return sendPublic(request, reply, JSON.stringify(log));
    reply.header('Content-Disposition', `attachment; filename="${agent.agent_id}-trades.csv"`);
    return sendPublic(request, reply, tradesCsv(log.trades), 'text/csv; charset=utf-8');
  });

  routes.get('/api/agents/:agent_id/equity', async (request, reply) => {
    const agent = await publicAgent(deps, request);
    return sendPublic(request, reply, JSON.stringify(await equityView(db, agent.agent_id, market.info)));
  });

  routes.get('/api/agents/:agent_id/statistics', async (request, reply) => {
    const agent = await publicAgent(deps, request);
    return await sendReady(deps, request, reply, agent.league, jsonType, async () =>
      JSON.stringify(await agentStatistics(db, agent, market.info, deps.baseUrl())),
    );
  });

  routes.get('/api/agents/:agent_id/positions', async (request, reply) => {
    const agent = await publicAgent(deps, request);
    return sendPublic(request, reply, JSON.stringify(await positionsView(db, agent, market)));
  });

  routes.post('/api/agents/:agent_id/key', async (request, reply) => {
    // The old key proves a repetition, too, although it is dead by then: a bot whose answer was lost must not be locked out.
    const scope = `key ${param(request, 'agent_id')} ${hashKey(request.headers.authorization ?? '')}`;
    const answer = await deps.idempotency.run(
      { header: idempotencyKey(request), scope, body: bodyBytes(request) },
      async (keep) => {
        const agent = await ownAgent(deps, request);
        const apiKey = createKey(deps.random);
        const body: KeyRotation = { agent_id: agent.agentId, api_key: apiKey };
        const rotated = { status: 200, body };
        const idempotency = keep(rotated);
        try {
          await intake.write({
            also: (trx) => replaceKey(trx, agent.agentId, hashKey(apiKey), clock.now()),
            ...(idempotency ? { idempotency } : {}),
          });
        } catch (cause) {
          throw new ApiError('storage_unavailable', 'The database did not take the new key; the old one is good.', {
            cause,
            headers: { 'Retry-After': '5' },
          });
        }
        deps.registry.forget(agent);
        return rotated;
      },
    );
    return sendAnswer(reply, answer);
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
