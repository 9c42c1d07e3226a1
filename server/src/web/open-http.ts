/** The HTTP server of the rooms, with what it needs of the services. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/config.ts';
import { operationsOf, pagesOf, type Feature } from '../feature/feature.ts';
import { siteAddresses } from '../html/assets.ts';
import type { Log } from '../lib/log.ts';
import type { HttpBounds } from './connections.ts';
import type { Elsewhere } from './elsewhere.ts';
import { createHttp } from './http.ts';
import { openGate } from './load/open-gate.ts';
import { addOperation } from './run-operation.ts';
import { addPage, createErrorTexts } from './run-page.ts';
import type { Services } from './services.ts';

export interface HttpOf {
  readonly settings: Pick<Settings, 'config'>;
  readonly overrides: { readonly httpBounds?: Partial<HttpBounds> };
  readonly rooms: readonly Feature<Services>[];
  readonly log: Log;
  readonly telemetry: Services['telemetry'];
  /** The operation that takes orders. */
  readonly ordering: Parameters<typeof openGate>[1];
  /** Where this process does not answer everything itself. */
  readonly elsewhere?: Elsewhere;
}

export function openHttp(
  { settings, overrides, rooms, log, telemetry, ordering, elsewhere }: HttpOf,
  services: Services,
): FastifyInstance {
  const { limiter, ready, own, shortWays, metrics, refusals, registry } = services;
  return createHttp({
    log,
    limiter,
    ready,
    own,
    shortWays,
    botOf: (authorization) => registry.known(authorization)?.botId,
    gate: openGate(services, ordering),
    errorTexts: createErrorTexts({ site: siteAddresses, caution: services.market.info.caution }),
    proxies: settings.config.proxies,
    bounds: overrides.httpBounds,
    onRefusal: (code) => refusals.count(code),
    logsAccess: settings.config.accessLog,
    spans: telemetry?.requests,
    elsewhere,
    onAnswer(status, seconds, operation) {
      metrics.answered(status);
      if (operation === ordering && status === 200) metrics.orderTaken(seconds);
    },
    routes(routes) {
      for (const operation of operationsOf(rooms)) addOperation(routes, services, operation, services);
      for (const page of pagesOf(rooms)) addPage(routes, services, page, services);
    },
  });
}
