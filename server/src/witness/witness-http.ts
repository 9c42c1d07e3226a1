/**
 * The HTTP of a witness: `POST /add-checkpoint` by the specification C2SP tlog-witness, and what the witness tells of itself, as a page
 * (`/`) and as JSON (`/status.json`). What is refused is answered with one sentence of plain text that says why.
 */
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { errorText, type Log } from '../lib/log.ts';
import type { Answer, Witness } from './witness.ts';
import { witnessPage } from './status.tsx';

/**
 * 128 KiB. A proof has at most 63 lines of 45 bytes; the specification of notes demands 16 signatures, of which one that withstands
 * quantum computers takes up to 7 KB of base64.
 */
export const bodyBytesMax = 131_072;
const headMs = 10_000;
const requestMs = 30_000;
/** Longer than the five minutes between two marks of a league, so that it asks on the same connection. */
const idleMs = 330_000;
const connectionsMax = 1_000;
const stopMsMax = 5_000;

const text = 'text/plain; charset=utf-8';
const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
} as const;

export interface WitnessHttp {
  /** @returns the address to reach it under. @throws when the port is taken. */
  listen(host: string, port: number): Promise<string>;
  /** Ends idle connections and waits for the requests at hand, at most 5 seconds. */
  close(): Promise<void>;
}

export function createWitnessHttp(witness: Witness, log: Log): WitnessHttp {
  const http = fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    forceCloseConnections: 'idle',
    http: { headersTimeout: headMs, connectionsCheckingInterval: 1_000 },
  });
  http.server.maxConnections = connectionsMax;
  // The specification names no media type for the request, so every one is taken.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  addRoutes(http, witness);
  http.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'A witness answers POST /add-checkpoint, GET / and GET /status.json.'),
  );
  http.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    if (status === 413) return refuse(reply, 413, `The body is larger than ${bodyBytesMax} bytes.`);
    if (status < 500) return refuse(reply, status, 'The request cannot be read.');
    // A full disk, a file that is gone: nothing was cosigned, and the log asks again.
    log.error('the state could not be read or written', { error: errorText(error) });
    return refuse(reply.header('Retry-After', '60'), 503, 'The witness cannot store what it cosigns. Ask again later.');
  });
  return {
    listen: async (host, port) => await http.listen({ host, port }),
    close: async () => await closeSoon(http),
  };
}

/** A connection whose request was under way is idle only once it is answered; a client that never ends its request is not waited for. */
async function closeSoon(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50);
  const late = setTimeout(() => http.server.closeAllConnections(), stopMsMax);
  await http.close();
  clearInterval(idle);
  clearTimeout(late);
}

function addRoutes(http: FastifyInstance, witness: Witness): void {
  http.post('/add-checkpoint', async (request, reply) => answer(reply, witness.addCheckpoint(textOf(request.body))));
  http.route({
    method: ['GET', 'PUT', 'DELETE', 'PATCH'],
    url: '/add-checkpoint',
    handler: async (_request, reply) => refuse(reply.header('Allow', 'POST'), 405, 'Send a POST.'),
  });
  http.get('/status.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(`${JSON.stringify(witness.report(), null, 2)}\n`),
  );
  http.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(witnessPage(witness.report())));
}

function answer(reply: FastifyReply, told: Answer): FastifyReply {
  if (told.status === 200) return reply.code(200).type(text).send(`${told.line}\n`);
  if (told.status === 409) return reply.code(409).type('text/x.tlog.size').send(`${told.size}\n`);
  return refuse(reply, told.status, told.why);
}

const refuse = (reply: FastifyReply, status: number, why: string): FastifyReply =>
  reply.code(status).type(text).send(`${why}\n`);

/** Exact, or undefined: replaced bytes would be other ones than were signed. */
function textOf(body: unknown): string | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
