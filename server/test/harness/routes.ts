/** The routes that a server really has, read from its router. */
import type { FastifyInstance } from 'fastify';

/** `GET /api/agents/:agent_id`, of GET and POST; those that only say 405 are among them. */
export function servedRoutes(http: FastifyInstance): Set<string> {
  const served = new Set<string>();
  const stack: string[] = [];
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) continue;
    const [, indent = '', part = '', methods] = found;
    const depth = indent.length / 4;
    stack.length = depth;
    stack[depth] = part;
    for (const method of methods?.split(', ') ?? [])
      if (method === 'GET' || method === 'POST') served.add(`${method} ${stack.join('')}`);
  }
  return served;
}
