/**
 * The HTTP server: Fastify with raw bodies, one shape of error whatever fails, a 405 with Allow for every known path, and ready bytes
 * for the pages that everyone reads.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyInstance,
  type FastifyContextConfig,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { createBrokenRequests } from './broken-requests.ts';
import { createClientAddress, type ClientAddress } from './client-address.ts';
import { errorBody } from './error-body.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { createAlternates, prefersMarkdown, type Alternates } from './alternates.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import { chosenEncoding, matchesTag, type ReadyBytes } from './ready-bytes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that the request is counted under. */
    client: string;
    /** What it took of the rate limits. */
    taken: Taken[];
  }
  interface FastifyContextConfig {
    /** Does the route take forms? Only such as need no key: a form can be sent from any site. */
    form?: boolean;
    /** A POST that counts as a read: what it does beyond that is counted where it is done. */
    countsAsRead?: boolean;
    operation?: OperationFacts;
  }
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export interface Routes {
  operation(path: string, handler: Handler, operation: OperationFacts): void;
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
  /** A POST that counts as a read. */
  call(path: string, handler: Handler): void;
  /** A POST that takes the form of a page instead of JSON; the handler gets its bytes. */
  form(path: string, handler: Handler): void;
  /** A page for people, and its alternate in Markdown beside it, which answers at the page's own address, too, when Accept prefers Markdown. */
  page(path: string, html: Handler, markdown: Handler): void;
  /** The address of a page's alternate in Markdown; undefined when there is no such page. */
  alternateOf(url: string): string | undefined;
}

export interface HttpDeps {
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly ready: ReadyBytes;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly proxies?: readonly string[];
  /** For tests; the standard ones are what /rules.json says. */
  readonly bounds?: Partial<HttpBounds> | undefined;
  /** Told of every answer: its status, how long it took, and which operation it came from; from ready bytes it comes from none. */
  readonly onAnswer?: (status: number, seconds: number, operation: OperationFacts | undefined) => void;
  /** Adds the routes. */
  readonly routes: (routes: Routes) => void;
}

/** What a connection may take, milliseconds. Node looks at it once per `checkMs`, so that much may come on top. */
export interface HttpBounds {
  readonly headMs: number;
  /** Head and body. */
  readonly requestMs: number;
  readonly checkMs: number;
  /** Between two requests. Longer than a proxy's usual minute, so that it is the proxy that ends an idle connection. */
  readonly idleMs: number;
  /** Of one that was refused for what it sent. */
  readonly lingerMs: number;
  readonly connectionsMax: number;
}

const standardBounds: HttpBounds = {
  headMs: limits.requestHeadSeconds * 1000,
  requestMs: limits.requestSeconds * 1000,
  checkMs: 1_000,
  idleMs: 65_000,
  lingerMs: 2_000,
  connectionsMax: limits.connectionsMax,
};

export function createHttp(deps: HttpDeps): FastifyInstance {
  const addressOf = createClientAddress(deps.proxies ?? []);
  const bounds = { ...standardBounds, ...deps.bounds };
  const sockets = new Set<Socket>();
  const refusals: Refusals = new WeakMap();
  const broken = createBrokenRequests({
    lingerMs: bounds.lingerMs,
    answered: (status) => deps.onAnswer?.(status, 0, undefined),
  });
  const alternates = createAlternates();
  const app = fastify({
    logger: false,
    bodyLimit: limits.requestBodyBytesMax,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: true,
    clientErrorHandler: (cause, socket) => broken.onClientError(cause, socket),
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, asApiError(error), deps.log);
    },
    serverFactory: (handler) => {
      const options = {
        headersTimeout: bounds.headMs,
        requestTimeout: bounds.requestMs,
        connectionsCheckingInterval: bounds.checkMs,
        keepAliveTimeout: bounds.idleMs,
        maxHeaderSize: limits.requestHeadBytesMax,
      };
      const server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
        broken.begun(response);
        // Before ready bytes are looked for: they are kept by URL alone.
        if (prefersMarkdown(request.headers.accept))
          request.url = alternates.of(request.url ?? '') ?? request.url ?? '';
        serveReady(deps, addressOf, refusals, request, response, handler);
      });
      server.maxConnections = bounds.connectionsMax;
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      return server;
    },
  });
  // Closing waits for requests under way. Connections that never asked for anything are not among the idle ones that Node lets go.
  app.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.form) done(null, body);
    else done(new ApiError('unsupported_media_type', 'The body is not application/json.'));
  });
  app.setErrorHandler((error, request, reply) => {
    const known = asApiError(error);
    const fault = known.code === 'internal' ? error : known.cause;
    if (fault !== undefined)
      deps.log.error('request failed', {
        request_id: request.id,
        url: withoutToken(request.url),
        error: errorText(fault),
      });
    return sendError(reply, known, deps.log);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, new ApiError('not_found', `There is nothing at ${request.url.slice(0, 200)}.`), deps.log),
  );
  app.decorateRequest('client', '');
  // Made for each request in the hook below; Fastify refuses to share an array between requests.
  app.decorateRequest('taken');
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfEveryAnswer).header('X-Request-Id', request.id);
    request.client = addressOf(request.raw);
    request.taken = [];
    const { method, routeOptions } = request;
    const read = method === 'GET' || method === 'HEAD' || routeOptions.config.countsAsRead === true;
    const refusal = refusals.get(request.raw);
    if (refusal) throw refusal;
    // Browsers ask so before most calls. Refused, it would keep the page from reading that, and it costs what a refusal costs.
    if (method === 'OPTIONS') {
      done();
      return;
    }
    const count = (taken: Taken | undefined): void => {
      if (taken) request.taken.push(taken);
      done();
    };
    const taken = deps.limiter.take(read ? 'readsPerAddress' : 'writesPerAddress', request.client);
    if (taken instanceof Promise) taken.then(count, done);
    else count(taken);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // A refusal has named the limit that it hit.
    if (request.taken?.length > 0 && !reply.hasHeader('RateLimit')) reply.headers(rateHeaders(request.taken));
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    deps.onAnswer?.(reply.statusCode, reply.elapsedTime / 1000, request.routeOptions.config.operation);
    done();
  });
  addRoutes(app, deps, alternates);
  return app;
}

/** Registers the routes, and for each path an answer to every other method. */
function addRoutes(app: FastifyInstance, deps: HttpDeps, alternates: Alternates): void {
  const methods = new Map<string, Set<HTTPMethods>>();
  const add = (method: 'GET' | 'POST', path: string, handler: Handler, config: FastifyContextConfig = {}): void => {
    app.route({ method, url: path, handler, config });
    const of = methods.get(path) ?? new Set<HTTPMethods>();
    of.add(method);
    if (method === 'GET') of.add('HEAD');
    methods.set(path, of);
  };
  deps.routes({
    operation: (path, handler, operation) =>
      add(operation.method === 'get' ? 'GET' : 'POST', path, handler, {
        operation,
        form: operation.takesForm === true,
        countsAsRead: operation.countsAsRead === true,
      }),
    get: (path, handler) => add('GET', path, handler),
    post: (path, handler) => add('POST', path, handler),
    call: (path, handler) => add('POST', path, handler, { countsAsRead: true }),
    form: (path, handler) => add('POST', path, handler, { form: true }),
    page(path, html, markdown) {
      add('GET', path, html);
      add('GET', alternates.add(path), markdown);
    },
    alternateOf: (url) => alternates.of(url),
  });
  for (const [path, taken] of methods) {
    const allow = [...taken, 'OPTIONS'].join(', ');
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const).filter((m) => !taken.has(m));
    const refuse: Handler = async (request) => {
      const path = request.url.slice(0, 200);
      const detail = `${request.method} is not for ${path}: it takes ${[...taken].join(', ')}.`;
      throw new ApiError('method_not_allowed', detail, { headers: { Allow: allow } });
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
          .header('Access-Control-Allow-Headers', headersThatPagesMaySend)
          .header('Access-Control-Max-Age', '600')
          .send(),
    });
  }
}

/** The last four are those of MCP. */
const headersThatPagesMaySend =
  'authorization, content-type, idempotency-key, if-none-match, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id';

/** Requests that were counted, and refused, before the framework; it answers them, and does not count them again. */
type Refusals = WeakMap<IncomingMessage, Error>;

/** Answers from ready bytes, before the framework; only what was asked for with the very same URL before. */
function serveReady(
  { ready, limiter, onAnswer }: HttpDeps,
  addressOf: ClientAddress,
  refusals: Refusals,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): void {
  const { method, headers } = request;
  const entry = method === 'GET' || method === 'HEAD' ? ready.get(request.url ?? '') : undefined;
  if (!entry) {
    framework(request, response);
    return;
  }
  const answer = (taken: Taken | undefined): void => {
    // Meanwhile the connection may have been found broken.
    if (response.headersSent) return;
    const form = entry.form(chosenEncoding(headers['accept-encoding']));
    const known = matchesTag(headers['if-none-match'], form.etag);
    const more = ['X-Request-Id', randomUUID()];
    if (taken) for (const field of Object.entries(rateHeaders([taken]))) more.push(...field);
    if (known) response.writeHead(304, form.head304.concat(more));
    else response.writeHead(200, form.head.concat(more));
    // Of an answer to HEAD Node leaves the bytes out.
    response.end(known ? undefined : form.bytes);
    onAnswer?.(known ? 304 : 200, 0, undefined);
  };
  const refuse = (e: Error): void => {
    refusals.set(request, e);
    framework(request, response);
  };
  let taken: ReturnType<RateLimiter['take']>;
  try {
    taken = limiter.take('readsPerAddress', addressOf(request));
  } catch (e) {
    refuse(e as Error);
    return;
  }
  if (taken instanceof Promise) taken.then(answer, refuse);
  else answer(taken);
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** The address of a link that was sent by mail is as good as a key: no log holds it. */
function withoutToken(url: string): string {
  return url.replace(/^\/recover\/[^?]*/, '/recover/…');
}

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

function sendError(reply: FastifyReply, e: ApiError, log: Log): FastifyReply {
  if (reply.sent) {
    log.warn('an error came after the answer', { code: e.code });
    return reply;
  }
  const problem = asksForProblem(reply.request);
  const body = errorBody(e, reply.request.id);
  const retry = e.status === 503 && e.headers['Retry-After'] === undefined ? { 'Retry-After': '30' } : {};
  return reply
    .code(e.status)
    .headers({ ...headersOfEveryAnswer, ...retry, ...e.headers, 'Cache-Control': 'no-store' })
    .type(problem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(problem ? { ...problemMembers(e, reply.request.id), ...body } : body);
}

function asksForProblem(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('application/problem+json') === true;
}

/** RFC 9457: what its form has beyond `detail`, which is in every error here. */
function problemMembers(
  e: ApiError,
  requestId: string,
): Record<'type' | 'title' | 'instance', string> & { status: number } {
  return {
    type: `/rules.json#${e.code}`,
    title: e.code.replaceAll('_', ' '),
    status: e.status,
    instance: `urn:uuid:${requestId}`,
  };
}
