/** Documents for machines: /rules.json with the versions that it had, and /llms.txt. They are the same until the service is started anew. */
import { ApiError } from 'papertape-contract/errors';
import { openapiDocument } from '../../published/openapi.ts';
import { rulesDocument } from '../../published/rules.ts';
import { isRulesVersion } from '../../league/rules-version.ts';
import type { Routes } from '../http.ts';
import { paging, param } from '../request.ts';
import { shown } from '../../lib/text.ts';
import { rulesText, rulesVersions } from '../../read/rules-view.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPublic, sendReady } from './reply.ts';

const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export function documentRoutes(routes: Routes, deps: RouteDeps): void {
  const { facts } = deps.service;
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
  routes.get('/api/rules/versions', async (request, reply) =>
    sendPublic(request, reply, JSON.stringify(await rulesVersions(deps.db, paging(request), deps.rulesVersion))),
  );
  routes.get('/api/rules/versions/:rules_version', async (request, reply) => {
    const version = param(request, 'rules_version');
    const found = isRulesVersion(version) ? await rulesText(deps.db, version) : undefined;
    if (!found)
      throw new ApiError('rules_version_not_found', `There never was a version "${shown(version)}" of the rules.`);
    return sendPublic(request, reply, JSON.stringify(found));
  });
  routes.get('/openapi.json', (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'documents',
      jsonType,
      async () => JSON.stringify(openapiDocument(deps.operations, deps.version)),
      forAnHour,
    ),
  );
}
