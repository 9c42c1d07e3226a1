/** /agents.json, the public list of bots, and the schema that it names. */
import { agentsSchema } from '../../published/agents-schema.ts';
import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { createBotList } from '../../bots/bot-list.ts';
import { botListView } from '../../read/bot-list-view.ts';
import { hiddenLeagues } from '../../read/seats-view.ts';
import type { Routes } from '../http.ts';
import { leagueOf, paging, query } from '../request.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendReady } from './reply.ts';

const describedBySchema = { Link: `<${agentsSchemaPath}>; rel="describedby"; type="application/schema+json"` };
const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export function botListRoutes(routes: Routes, deps: RouteDeps): void {
  const bots = createBotList(deps.db);

  routes.get('/agents.json', async (request, reply) => {
    const league = query(request, 'league') === undefined ? undefined : leagueOf(request, '');
    const at = paging(request);
    const make = async (): Promise<string> => {
      const hidden = await hiddenLeagues(deps.leagues);
      return JSON.stringify(await botListView(deps.db, bots, at, league, hidden, deps.baseUrl()));
    };
    return await sendReady(deps, request, reply, league ?? '*', jsonType, make, describedBySchema);
  });

  routes.get(agentsSchemaPath, async (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'documents',
      'application/schema+json',
      async () => JSON.stringify(agentsSchema(deps.baseUrl())),
      forAnHour,
    ),
  );
}
