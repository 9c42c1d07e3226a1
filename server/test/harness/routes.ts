/** The routes that a server really has, noted by Fastify's own hook as they are added: for every server that is made after this import. */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const added = new WeakMap<FastifyInstance, Set<string>>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  const routes = new Set<string>();
  added.set(fastify, routes);
  // Several methods at once are those that a path refuses (405).
  fastify.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET' || method === 'POST') routes.add(`${method} ${url}`);
  });
});

/** `GET /api/agents/:agent_id`, of GET and POST; those that only say 405 are not among them. */
export function servedRoutes(http: FastifyInstance): ReadonlySet<string> {
  const routes = added.get(http);
  if (!routes) throw new Error('the server was made before its routes were looked at');
  return routes;
}
