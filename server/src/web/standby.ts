/**
 * What a process answers that waits to take the place of the one that serves the league: that it lives, and to everything else that it is not its
 * turn. A proxy goes by `/readyz`, or by what `/healthz` says, and sends nobody here.
 */
import fastify from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { Log } from '../lib/log.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { listen } from './listen.ts';
import { sendError } from './send-error.ts';

export interface StandbyServer {
  readonly address: string;
  close(): Promise<void>;
}

export async function openStandbyServer(
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<StandbyServer> {
  // The port is another server's a moment later: no connection is kept.
  const http = fastify({ forceCloseConnections: true });
  http.get('/healthz', (_, reply) =>
    reply.headers({ ...headersOfEveryAnswer, 'Cache-Control': 'no-store' }).send({ ok: true, waits: true }),
  );
  http.all('*', (_, reply) => {
    const detail = 'This process waits for its turn: another one serves the league.';
    return sendError(reply, new ApiError('not_ready', detail, { headers: { 'Retry-After': '5' } }), log);
  });
  const address = await listen(http, host, port);
  return { address, close: () => http.close() };
}
