/** Documents for machines: /rules.json and /llms.txt. They are the same until the service is started anew. */
import { defaultLeagueId } from '../../contract/catalogue.ts';
import { llmsText, type LlmsFacts } from '../../contract/llms.ts';
import { openapiDocument } from '../../contract/openapi.ts';
import { rulesDocument } from '../../contract/rules.ts';
import type { Universe } from '../../flow/price/universe.ts';
import type { Routes } from '../http.ts';
import { noLimits } from '../rate-limit.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendReady } from './reply.ts';

const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export function documentRoutes(routes: Routes, deps: RouteDeps): void {
  const facts = (): LlmsFacts => factsOf(deps);
  routes.get('/rules.json', (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'documents',
      jsonType,
      async () => JSON.stringify(rulesDocument(facts())),
      forAnHour,
    ),
  );
  routes.get('/openapi.json', (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'documents',
      jsonType,
      async () => JSON.stringify(openapiDocument(deps.version)),
      forAnHour,
    ),
  );
  routes.get('/llms.txt', (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'documents',
      'text/markdown; charset=utf-8',
      async () => llmsText(facts()),
      forAnHour,
    ),
  );
}

/** What documents say of this service. */
export function factsOf(deps: RouteDeps): LlmsFacts {
  return {
    baseUrl: deps.baseUrl(),
    botsPerTier: deps.leagues.botsPerTier,
    rateLimited: deps.limiter !== noLimits,
    priceSource: deps.market.info,
    example: exampleOf(deps.universe),
  };
}

/** The league and the symbols of the quickstart: spot crypto where it is live. */
function exampleOf({ leagues }: Universe): LlmsFacts['example'] {
  for (const id of ['spot_crypto', defaultLeagueId, ...leagues.keys()]) {
    const league = leagues.get(id);
    if (league?.state === 'live') return { league: id, symbols: league.largest };
  }
  return undefined;
}
