/**
 * The HTTP server: Fastify with raw bodies, one shape of error whatever fails, a 405 with Allow for every known path, and ready bytes
 * for the pages that everyone reads.
 */
import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyInstance,
  type FastifyContextConfig,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { createAlternates, prefersMarkdown, type Alternates } from './alternates.ts';
import { createBrokenRequests } from './broken-requests.ts';
import { createClientAddress } from './client-address.ts';
import { boundsOf, createBoundedServer, type BoundedServer, type HttpBounds } from './connections.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { createKnownPaths, type KnownPaths } from './known-paths.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import type { ReadyBytes } from './ready-bytes.ts';
import { asApiError, sendError, withoutToken } from './send-error.ts';
import { serveReady, type BotOf, type EarlyDeps, type Refusals } from './serve-ready.ts';
import { serveShort, type ShortWays } from './serve-short.ts';

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
  /** A page for people, and its alternate in Markdown beside it, which answers at the page's own address, too, when Accept prefers Markdown. */
  page(path: string, html: Handler, markdown: Handler): void;
  /** The address of a page's alternate in Markdown; undefined when there is no such page. */
  alternateOf(url: string): string | undefined;
}

export interface HttpDeps {
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly ready: ReadyBytes;
  readonly shortWays: ShortWays;
  /** Past a limit of its address a request with a bot's good key is counted under the bot. */
  readonly botOf: BotOf;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly proxies?: readonly string[];
  /** For tests; the standard ones are what /rules.json says. */
  readonly bounds?: Partial<HttpBounds> | undefined;
  /** Told of every answer: its status, how long it took, and which operation it came from; from ready bytes it comes from none. */
  readonly onAnswer?: (status: number, seconds: number, operation: OperationFacts | undefined) => void;
  /** Adds the routes. */
  readonly routes: (routes: Routes) => void;
}

export function createHttp(deps: HttpDeps): FastifyInstance {
  const addressOf = createClientAddress(deps.proxies ?? []);
  const bounds = boundsOf(deps.bounds);
  const refusals: Refusals = new WeakMap();
  const broken = createBrokenRequests({
    lingerMs: bounds.lingerMs,
    answered: (status) => deps.onAnswer?.(status, 0, undefined),
  });
  const alternates = createAlternates();
  const paths = createKnownPaths();
  const readyDeps = {
    ready: deps.ready,
    limiter: deps.limiter,
    onAnswer: deps.onAnswer,
    addressOf,
    refusals,
    botOf: deps.botOf,
  };
  let bounded: BoundedServer | undefined;
  const app = fastify({
    logger: false,
    bodyLimit: limits.requestBodyBytesMax,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    // No route has a schema of the framework's: what would compile them is not loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    return503OnClosing: true,
    clientErrorHandler: (cause, socket) => broken.onClientError(cause, socket),
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, asApiError(error), deps.log);
    },
    serverFactory: (handler) => {
      bounded = createBoundedServer(bounds, (request, response) => {
        broken.begun(response);
        // Before ready bytes are looked for: they are kept by URL alone.
        if (prefersMarkdown(request.headers.accept))
          request.url = alternates.of(request.url ?? '') ?? request.url ?? '';
        const way = request.method === 'POST' ? deps.shortWays.find(request.url ?? '') : undefined;
        if (way) serveShort(readyDeps, way, request, response, handler);
        else serveReady(readyDeps, request, response, handler);
      });
      return bounded.server;
    },
  });
  // Closing waits for requests under way, and the framework refuses those that still come.
  app.addHook('preClose', (done) => {
    deps.shortWays.clear();
    bounded?.endSilent();
    done();
  });
  readBodies(app);
  answerErrors(app, deps.log);
  countRequests(app, readyDeps);
  answerOtherMethods(app, deps.log, paths);
  app.addHook('onResponse', (request, reply, done) => {
    deps.onAnswer?.(reply.statusCode, reply.elapsedTime / 1000, request.routeOptions.config.operation);
    done();
  });
  addRoutes(app, deps, alternates, paths);
  return app;
}

function noCompiler(): never {
  throw new Error('operations check what they are sent by the contract, not by a schema of the framework');
}

/** Bodies stay bytes: each operation reads its own. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.form) done(null, body);
    else done(new ApiError('unsupported_media_type', 'The body is not application/json.'));
  });
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const known = asApiError(error);
    const fault = known.code === 'internal' ? error : known.cause;
    if (fault !== undefined)
      log.error('request failed', {
        request_id: request.id,
        url: withoutToken(request.url),
        error: errorText(fault),
      });
    return sendError(reply, known, log);
  });
}

/** Counts each request under its client's address, and refuses those that ask for too much. */
function countRequests(app: FastifyInstance, { limiter, addressOf, refusals, botOf }: EarlyDeps): void {
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
    if (refusal) {
      request.taken = refusal.taken;
      throw refusal.error;
    }
    // Browsers ask so before most calls. Refused, it would keep the page from reading that, and it costs what a refusal costs.
    if (method === 'OPTIONS') {
      done();
      return;
    }
    const count = (taken: Taken | undefined): void => {
      if (taken) request.taken.push(taken);
      done();
    };
    const bot = (): string | undefined => botOf(request.headers.authorization);
    const taken = limiter.take(read ? 'readsPerAddress' : 'writesPerAddress', request.client, bot);
    if (taken instanceof Promise) taken.then(count, done);
    else count(taken);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // A refusal has named the limit that it hit.
    if (request.taken?.length > 0 && !reply.hasHeader('RateLimit')) reply.headers(rateHeaders(request.taken));
    done(null, payload);
  });
}

/** Registers the routes, and notes which methods each path takes. */
function addRoutes(app: FastifyInstance, deps: HttpDeps, alternates: Alternates, paths: KnownPaths): void {
  const add = (method: 'GET' | 'POST', path: string, handler: Handler, config: FastifyContextConfig = {}): void => {
    app.route({ method, url: path, handler, config });
    paths.add(path, method);
  };
  deps.routes({
    operation: (path, handler, operation) =>
      add(operation.method === 'get' ? 'GET' : 'POST', path, handler, {
        operation,
        form: operation.takesForm === true,
        countsAsRead: operation.countsAsRead === true,
      }),
    page(path, html, markdown) {
      add('GET', path, html);
      add('GET', alternates.add(path), markdown);
    },
    alternateOf: (url) => alternates.of(url),
  });
  const refuse: Handler = async (request) => {
    throw notAllowed(request, paths.methodsAt(request.url) ?? []);
  };
  for (const { path, methods } of paths.shadowed())
    app.route({ method: [...methods], url: path, onRequest: refuse, handler: refuse });
}

function notAllowed({ method, url }: FastifyRequest, allowed: readonly string[]): ApiError {
  const taken = allowed.filter((m) => m !== 'OPTIONS').join(', ');
  const detail = `${method} is not for ${url.slice(0, 200)}: it takes ${taken}.`;
  return new ApiError('method_not_allowed', detail, { headers: { Allow: allowed.join(', ') } });
}

/** Answers the methods that a path does not take, OPTIONS among them, and paths that there are not. */
function answerOtherMethods(app: FastifyInstance, log: Log, paths: KnownPaths): void {
  // Before the body is looked at: what it is does not matter.
  app.addHook('onRequest', (request, _reply, done) => {
    const methods = request.is404 && request.method !== 'OPTIONS' ? paths.methodsAt(request.url) : undefined;
    done(methods && notAllowed(request, methods));
  });
  app.setNotFoundHandler((request, reply) => {
    const allow = request.method === 'OPTIONS' ? paths.methodsAt(request.url)?.join(', ') : undefined;
    if (allow === undefined)
      return sendError(reply, new ApiError('not_found', `There is nothing at ${request.url.slice(0, 200)}.`), log);
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
