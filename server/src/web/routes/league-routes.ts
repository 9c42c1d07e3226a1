/** Leagues, universes, validation, incidents, status. */
import { defaultLeagueId } from '../../league/catalogue.ts';
import { ApiError } from 'papertape-contract/errors';
import { incidentLog } from '../../read/incident-view.ts';
import { leagueCatalogue } from '../../read/league-view.ts';
import { statusView } from '../../read/status-view.ts';
import { universeView } from '../../read/universe-view.ts';
import { validation } from '../../read/validation-view.ts';
import type { Routes } from '../http.ts';
import { leagueOf, paging, query } from '../request.ts';
import { shown } from '../../lib/text.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPublic, sendReady } from './reply.ts';

/** Longest symbol that is looked up. */
const symbolCharactersMax = 40;

/** It tells the time. */
const whileItHolds = { 'Cache-Control': 'public, max-age=1' };

export function leagueRoutes(routes: Routes, deps: RouteDeps): void {
  const { clock, universe, market } = deps;

  routes.get('/api/universe', async (request, reply) => {
    const league = leagueOf(request, defaultLeagueId);
    return await sendReady(deps, request, reply, '*', jsonType, async () =>
      JSON.stringify(await universeView(universe, league, market, clock.now())),
    );
  });

  routes.get('/api/validate', async (request, reply) => {
    const league = query(request, 'league');
    const symbol = query(request, 'symbol');
    if (league === undefined) throw new ApiError('invalid_query', 'The parameter league is missing.');
    if (symbol === undefined || symbol === '') throw new ApiError('invalid_query', 'The parameter symbol is missing.');
    leagueOf(request, league);
    if (symbol.length > symbolCharactersMax || !symbol.isWellFormed()) {
      throw new ApiError(
        'invalid_query',
        `symbol "${shown(symbol)}" is longer than ${symbolCharactersMax} characters or no text.`,
      );
    }
    return sendPublic(request, reply, JSON.stringify(await validation(universe, league, symbol, market)));
  });

  for (const path of ['/api/leagues', '/leagues.json']) {
    routes.get(path, async (request, reply) =>
      sendReady(deps, request, reply, '*', jsonType, async () =>
        JSON.stringify(await leagueCatalogue(deps.leagues, clock.now())),
      ),
    );
  }
  routes.get('/api/incidents', async (request, reply) => {
    const { page, perPage } = paging(request);
    return await sendReady(deps, request, reply, '*', jsonType, async () =>
      JSON.stringify(await incidentLog(market, page, perPage)),
    );
  });
  routes.get('/api/status', async (request, reply) =>
    sendPublic(
      request,
      reply,
      JSON.stringify(await statusView(deps.leagues, clock, deps.version)),
      jsonType,
      whileItHolds,
    ),
  );
}
