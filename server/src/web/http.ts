/**
 * The HTTP server: Fastify with raw bodies, one shape of error whatever fails, a 405 with Allow for every known path, and ready bytes
 * for the pages that everyone reads.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { ErrorBody } from '../contract/wire.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { RateLimiter } from './rate-limit.ts';
import { matchesTag, type ReadyBytes } from './ready-bytes.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export interface Routes {
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
}

export interface HttpDeps {
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly ready: ReadyBytes;
  /** Adds the routes. */
  readonly routes: (routes: Routes) => void;
}

/** Slow clients are let go: headers within 15 s, the whole request within 30 s. */
const timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

const headersOfEveryAnswer: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed',
};

export function createHttp(deps: HttpDeps): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: limits.requestBodyBytesMax,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: true,
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, asApiError(error), deps.log);
    },
    serverFactory: (handler) => {
      const server = createServer(timeouts, (request: IncomingMessage, response: ServerResponse) => {
        if (!serveReady(deps, request, response)) handler(request, response);
      });
      server.on('clientError', (_error, socket) => refuseBrokenRequest(socket));
      return server;
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const known = asApiError(error);
    const fault = known.code === 'internal' ? error : known.cause;
    if (fault !== undefined)
      deps.log.error('request failed', { request_id: request.id, url: request.url, error: errorText(fault) });
    return sendError(reply, known, deps.log);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, new ApiError('not_found', `There is nothing at ${request.url.slice(0, 200)}.`), deps.log),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfEveryAnswer);
    const read = request.method === 'GET' || request.method === 'HEAD';
    deps.limiter.take(read ? 'readsPerAddress' : 'writesPerAddress', request.ip);
    done();
  });
  addRoutes(app, deps);
  return app;
}

/** Registers the routes, and for each path an answer to every other method. */
function addRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const methods = new Map<string, Set<HTTPMethods>>();
  const add = (method: 'GET' | 'POST', path: string, handler: Handler): void => {
    app.route({ method, url: path, handler });
    const of = methods.get(path) ?? new Set<HTTPMethods>();
    of.add(method);
    if (method === 'GET') of.add('HEAD');
    methods.set(path, of);
  };
  deps.routes({
    get: (path, handler) => add('GET', path, handler),
    post: (path, handler) => add('POST', path, handler),
  });
  for (const [path, taken] of methods) {
    const allow = [...taken, 'OPTIONS'].join(', ');
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const).filter((m) => !taken.has(m));
    const refuse: Handler = async (request) => {
      throw new ApiError('method_not_allowed', `${request.method} is not for ${request.url.slice(0, 200)}.`, {
        headers: { Allow: allow },
      });
    };
    // Before the body is looked at: what it is does not matter.
    app.route({ method: others, url: path, onRequest: refuse, handler: refuse });
    app.route({
      method: 'OPTIONS',
      url: path,
      handler: async (_request, reply) =>
        reply
          .code(204)
          .header('Allow', allow)
          .header('Access-Control-Allow-Methods', allow)
          .header('Access-Control-Allow-Headers', 'authorization, content-type, idempotency-key, if-none-match')
          .header('Access-Control-Max-Age', '600')
          .send(),
    });
  }
}

/** Answers from ready bytes, before the framework; only what was asked for with the very same URL before. */
function serveReady({ ready, limiter }: HttpDeps, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET') return false;
  const entry = ready.get(request.url ?? '');
  if (!entry) return false;
  try {
    limiter.take('readsPerAddress', request.socket.remoteAddress ?? '');
  } catch {
    return false; // the framework's way refuses it, with the body of an error
  }
  if (matchesTag(request.headers['if-none-match'], entry.etag)) response.writeHead(304, entry.headers304);
  else response.writeHead(200, entry.headers);
  response.end(response.statusCode === 304 ? undefined : entry.bytes);
  return true;
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = frameworkCodes[(error as { code?: string } | undefined)?.code ?? ''];
  if (code === 'body_too_large')
    return new ApiError(code, `The body is larger than ${limits.requestBodyBytesMax} bytes.`);
  if (code === 'unsupported_media_type') return new ApiError(code, 'The body is not application/json.');
  if (code === 'invalid_json') return new ApiError(code, 'The body is empty or its length is wrong.');
  if (code) return new ApiError(code, 'The path cannot be read.');
  return new ApiError('internal', 'The service failed at this request.');
}

export function errorBody(e: ApiError, requestId?: string): ErrorBody {
  const body: ErrorBody = { detail: e.message, error: { code: e.code, fix: e.fix } };
  return e.status === 500 && requestId !== undefined ? { ...body, request_id: requestId } : body;
}

function sendError(reply: FastifyReply, e: ApiError, log: Log): FastifyReply {
  if (reply.sent) {
    log.warn('an error came after the answer', { code: e.code });
    return reply;
  }
  const retry = e.status === 503 && e.headers['Retry-After'] === undefined ? { 'Retry-After': '30' } : {};
  return reply
    .code(e.status)
    .headers({ ...headersOfEveryAnswer, ...retry, ...e.headers, 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(errorBody(e, reply.request.id));
}

/** What is not HTTP gets the same shape, and the connection is closed. */
function refuseBrokenRequest(socket: { writable: boolean; end(text: string): void; destroy(): void }): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    errorBody(
      new ApiError('invalid_json', 'The request is not well-formed HTTP.', {
        fix: 'Send a well-formed HTTP/1.1 request.',
      }),
    ),
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
