/** The little that a process answers that stands beside the one that serves a league, and is asked nothing but how it is. */
import fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { Log } from '../lib/log.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { sendError } from './send-error.ts';

export const headersOfBeside = { ...headersOfEveryAnswer, 'Cache-Control': 'no-store' };

/** @param health what `/healthz` answers. @param why everything else is refused: `not_ready`, to be asked again after 5 seconds. */
export function createBesideServer(health: object, why: string, log: Log): FastifyInstance {
  // The port may be another server's a moment later: no connection is kept.
  const http = fastify({ forceCloseConnections: true });
  http.get('/healthz', (_, reply) => reply.headers(headersOfBeside).send(health));
  http.all('*', (_, reply) =>
    sendError(reply, new ApiError('not_ready', why, { headers: { 'Retry-After': '5' } }), log),
  );
  return http;
}
