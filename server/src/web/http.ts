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
import { bodyBytesMaxOf, type OperationFacts } from 'papertape-contract/operation-facts';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { createAccessLog } from './access-log.ts';
import { createAlternates, prefersMarkdown, type Alternates } from './alternates.ts';
import { answeredIn } from './local-addresses.ts';
import { createLocalPages, type LocalPages } from './local-pages.ts';
import { createBrokenRequests, whenRead } from './broken-requests.ts';
import { createClientAddress } from './client-address.ts';
import { boundsOf, createBoundedServer, type BoundedServer, type HttpBounds } from './connections.ts';
import { elsewhereOf, type Elsewhere } from './elsewhere.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { createKnownPaths, type KnownPaths } from './known-paths.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import { asApiError, sendError, withoutToken, type ErrorTexts } from './send-error.ts';
import type { Gate } from './load/gate.ts';
import { answerOtherMethods, type Refuse } from './other-methods.ts';
import { plainSlashes } from './plain-slashes.ts';
import { isReady, serveReady, type BotOf, type EarlyDeps, type KeptAnswers, type Refusals } from './serve-ready.ts';
import { serveShort, type ShortWays } from './serve-short.ts';
import type { RequestSpans } from './telemetry/request-spans.ts';
import { notAllowed } from './wrong-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that the request is counted under. */
    client: string;
    /** What it took of the rate limits. */
    taken: Taken[];
    /** Its answer is of whoever holds the key, at an address that says so to nobody else: no cache on the way may keep it. */
    ofCaller: boolean;
  }
  interface FastifyContextConfig {
    /** Does the route take forms? Only such as need no key: a form can be sent from any site. */
    form?: boolean | 'multipart';
    /** A POST that counts as a read: what it does beyond that is counted where it is done. */
    countsAsRead?: boolean;
    operation?: OperationFacts;
  }
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export interface Routes {
  operation(path: string, handler: Handler, operation: OperationFacts): void;
  /** A page for people, and its alternate in Markdown beside it, which answers at the page's own address, too, when Accept prefers Markdown. */
  page(path: string, html: Handler, markdown: Handler, isInEnglishOnly?: boolean): void;
  /** The address of a page's alternate in Markdown; undefined when there is no such page. */
  alternateOf(url: string): string | undefined;
}

export interface HttpDeps extends KeptAnswers {
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly shortWays: ShortWays;
  /** Past a limit of its address a request with a bot's good key is counted under the bot. */
  readonly botOf: BotOf;
  readonly gate: Gate;
  /** What people are told failures by; absent where everyone is told in JSON. */
  readonly errorTexts?: ErrorTexts;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly proxies?: readonly string[];
  /** For tests; the standard ones are what /rules.json says. */
  readonly bounds?: Partial<HttpBounds> | undefined;
  /** Told of every answer: its status, how long it took, and which operation it came from; from ready bytes it comes from none. */
  readonly onAnswer?: (status: number, seconds: number, operation: OperationFacts | undefined) => void;
  /** Told of every refusal. */
  readonly onRefusal?: (code: string) => void;
  /** Is there a line in the log for every request? */
  readonly logsAccess?: boolean;
  /** Where traces of requests are told. */
  readonly spans?: RequestSpans | undefined;
  readonly elsewhere?: Elsewhere | undefined;
  /** Adds the routes. */
  readonly routes: (routes: Routes) => void;
}

export function createHttp(deps: HttpDeps): FastifyInstance {
  const addressOf = createClientAddress(deps.proxies ?? []);
  const bounds = boundsOf(deps.bounds);
  const refusals: Refusals = new WeakMap();
  const broken = createBrokenRequests({
    lingerMs: bounds.lingerMs,
    answered(status, code) {
      deps.onAnswer?.(status, 0, undefined);
      deps.onRefusal?.(code);
    },
  });
  const alternates = createAlternates();
  const paths = createKnownPaths();
  const local = createLocalPages(alternates, paths);
  const readyDeps = {
    ready: deps.ready,
    own: deps.own,
    limiter: deps.limiter,
    onAnswer: deps.onAnswer,
    addressOf,
    refusals,
    botOf: deps.botOf,
    spans: deps.spans,
  };
  const access = deps.logsAccess ? createAccessLog(deps.log, addressOf, deps.botOf) : undefined;
  const refuse = (reply: FastifyReply, e: ApiError): FastifyReply => {
    deps.onRefusal?.(e.code);
    return answeredIn(local.of(reply.request.raw), () => sendError(reply, e, deps.log, deps.errorTexts));
  };
  const sendsElsewhere = elsewhereOf(deps.elsewhere, refusals, (of) => paths.routeAt(local.plainUrl(of)));
  let bounded: BoundedServer | undefined;
  const app = fastify({
    logger: false,
    bodyLimit: limits.requestBodyBytesMax,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    rewriteUrl: (request) => local.plainUrl(request),
    // No route has a schema of the framework's: what would compile them is not loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    return503OnClosing: true,
    clientErrorHandler: (cause, socket) => broken.onClientError(cause, socket),
    frameworkErrors: (error, _request, reply) => {
      refuse(reply, asApiError(error));
    },
    serverFactory: (handler) => {
      bounded = createBoundedServer(bounds, (request, response) => {
        broken.begun(response);
        access?.(request, response);
        deps.spans?.begun(request, response, () => paths.routeAt(request.url ?? ''));
        const { url = '' } = request;
        request.url = plainSlashes(url);
        if (sendsElsewhere({ request, response, url, addressOf }, handler)) return;
        // Before ready bytes are looked for: they are kept by URL alone.
        if (prefersMarkdown(request.headers.accept)) request.url = local.alternateOf(request.url) ?? request.url;
        if (deps.gate.isShut() && !isReady(readyDeps, request) && deps.gate.refuses(request, response)) return;
        const way = request.method === 'POST' ? deps.shortWays.find(request.url) : undefined;
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
  answerErrors(app, deps.log, bounds.lingerMs, refuse);
  countRequests(app, readyDeps);
  answerOtherMethods(app, refuse, paths);
  app.addHook('onResponse', (request, reply, done) => {
    deps.onAnswer?.(reply.statusCode, reply.elapsedTime / 1000, request.routeOptions.config.operation);
    done();
  });
  addRoutes(app, deps, { alternates, paths, local });
  return app;
}

function noCompiler(): never {
  throw new Error('operations check what they are sent by the contract, not by a schema of the framework');
}

/** Bodies stay bytes: each operation reads its own. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'] as const)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      const { form } = request.routeOptions.config;
      // Where there is no such path, that is what has to be said.
      if (request.is404 || form === 'multipart' || (form && type !== 'multipart/form-data')) done(null, body);
      else done(new ApiError('unsupported_media_type', 'The body is not application/json.'));
    });
}

function answerErrors(app: FastifyInstance, log: Log, lingerMs: number, refuse: Refuse): void {
  app.setErrorHandler((error, request, reply) => {
    const known = asApiError(error, bodyBytesMaxOf(request.routeOptions.config.operation));
    const fault = known.code === 'internal' ? error : known.cause;
    if (fault !== undefined)
      log.error('request failed', {
        request_id: request.id,
        url: withoutToken(request.url),
        error: errorText(fault),
      });
    // The connection ends with the answer, and a proxy that is still sending would tell its visitor of that instead.
    if (known.code !== 'body_too_large') return refuse(reply, known);
    whenRead(request.raw, lingerMs, () => void refuse(reply, known));
    return reply;
  });
}

/** Counts each request under its client's address, and refuses those that ask for too much. */
function countRequests(app: FastifyInstance, { limiter, addressOf, refusals, botOf }: EarlyDeps): void {
  app.decorateRequest('client', '');
  // Made for each request in the hook below; Fastify refuses to share an array between requests.
  app.decorateRequest('taken');
  app.decorateRequest('ofCaller', false);
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
    if (request.ofCaller) reply.header('Cache-Control', 'no-store');
    // A refusal has named the limit that it hit.
    if (request.taken?.length > 0 && !reply.hasHeader('RateLimit')) reply.headers(rateHeaders(request.taken));
    done(null, payload);
  });
}

interface Addresses {
  readonly alternates: Alternates;
  readonly paths: KnownPaths;
  readonly local: LocalPages;
}

/** Registers the routes, and notes which methods each path takes. */
function addRoutes(app: FastifyInstance, deps: HttpDeps, { alternates, paths, local }: Addresses): void {
  const { spans } = deps;
  const add = (method: 'GET' | 'POST', path: string, own: Handler, config: FastifyContextConfig = {}): void => {
    const inItsLanguage: Handler = (request, reply) => answeredIn(local.of(request.raw), () => own(request, reply));
    const handler: Handler = spans
      ? async (request, reply) => await spans.within(request.raw, () => inItsLanguage(request, reply))
      : inItsLanguage;
    app.route({ method, url: path, handler, config, bodyLimit: bodyBytesMaxOf(config.operation) });
    paths.add({ method, path, operation: config.operation });
  };
  deps.routes({
    operation: (path, handler, operation) =>
      add(operation.method === 'get' ? 'GET' : 'POST', path, handler, {
        operation,
        form: operation.takesForm ?? false,
        countsAsRead: operation.countsAsRead === true,
      }),
    page(path, html, markdown, isInEnglishOnly) {
      add('GET', path, html);
      add('GET', alternates.add(path, isInEnglishOnly), markdown);
    },
    alternateOf: (url) => alternates.of(url),
  });
  const refuse: Handler = async (request) => {
    throw notAllowed(request, paths.methodsAt(request.url) ?? [], paths);
  };
  for (const { path, methods } of paths.shadowed())
    app.route({ method: [...methods], url: path, onRequest: refuse, handler: refuse });
}
