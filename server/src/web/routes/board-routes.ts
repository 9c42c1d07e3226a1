/** The board now, at an earlier close and of a week; champions; moves between tiers. */
import type { FastifyRequest } from 'fastify';
import { leagueById } from '../../league/catalogue.ts';
import { ApiError } from 'papertape-contract/errors';
import { botMoves, championsView, leagueMoves } from '../../read/ladder-view.ts';
import { type BoardOf } from '../../read/which-board.ts';
import type { Routes } from '../http.ts';
import { paging, param, query } from '../request.ts';
import { shown } from '../../lib/text.ts';
import { publicBot } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendReady } from './reply.ts';

/** Standings that nothing can change any more may be kept for a day; names and icons in them may change. */
export const finalHeaders = { 'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800' };

export function boardRoutes(routes: Routes, deps: RouteDeps): void {
  const { db } = deps;

  routes.get('/api/leagues/:league/champions', async (request, reply) => {
    const league = leagueOfPath(request);
    const at = paging(request);
    return await sendReady(deps, request, reply, league, jsonType, async () =>
      JSON.stringify(await championsView(db, league, at)),
    );
  });

  routes.get('/api/leagues/:league/moves', async (request, reply) => {
    const league = leagueOfPath(request);
    const at = paging(request);
    return await sendReady(deps, request, reply, league, jsonType, async () =>
      JSON.stringify(await leagueMoves(db, league, at)),
    );
  });

  routes.get('/api/agents/:agent_id/moves', async (request, reply) => {
    const bot = await publicBot(deps, request);
    const at = paging(request);
    return await sendReady(deps, request, reply, bot.league, jsonType, async () =>
      JSON.stringify(await botMoves(db, bot, at)),
    );
  });
}

/** `as_of` and `week` of the query: one of them, or none. */
export function boardOf(request: FastifyRequest): BoardOf {
  const date = query(request, 'as_of');
  const week = query(request, 'week');
  if (date !== undefined && week !== undefined)
    throw new ApiError('invalid_query', 'as_of and week stand together; give one of them.');
  if (date !== undefined) return { kind: 'close', date };
  return week === undefined ? { kind: 'now' } : { kind: 'week', week };
}

function leagueOfPath(request: FastifyRequest): string {
  const league = param(request, 'league');
  if (!leagueById.has(league)) throw new ApiError('unknown_league', `There is no league "${shown(league)}".`);
  return league;
}
