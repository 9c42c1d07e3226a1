/** Answers the methods that a path does not take, OPTIONS among them, and paths that there are not. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiError } from 'papertape-contract/errors';
import type { KnownPaths } from './known-paths.ts';
import { nothingThere, notAllowed } from './wrong-address.ts';

export type Refuse = (reply: FastifyReply, e: ApiError) => FastifyReply;

export function answerOtherMethods(app: FastifyInstance, refuse: Refuse, paths: KnownPaths): void {
  // Before the body is looked at: what it is does not matter.
  app.addHook('onRequest', (request, _reply, done) => {
    const methods = request.is404 && request.method !== 'OPTIONS' ? paths.methodsAt(request.url) : undefined;
    done(methods && notAllowed(request, methods, paths));
  });
  app.setNotFoundHandler((request, reply) => {
    const allow = request.method === 'OPTIONS' ? paths.methodsAt(request.url)?.join(', ') : undefined;
    if (allow === undefined) return refuse(reply, nothingThere(request, paths));
    return reply
      .code(204)
      .header('Allow', allow)
      .header('Access-Control-Allow-Methods', allow)
      .header('Access-Control-Allow-Headers', headersThatPagesMaySend)
      .header('Access-Control-Max-Age', '600')
      .send();
  });
}

/** The last four are those of MCP. */
const headersThatPagesMaySend =
  'authorization, content-type, idempotency-key, if-none-match, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id';
