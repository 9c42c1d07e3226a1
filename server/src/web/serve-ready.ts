/** Ready bytes are answered before the framework sees the request; everything else goes on to it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import type { ClientAddress } from './client-address.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import { chosenEncoding, matchesTag, type ReadyBytes, type ReadyEntry } from './ready-bytes.ts';
import type { OwnBytes, OwnEntry } from './own-bytes.ts';
import type { RequestSpans } from './telemetry/request-spans.ts';

/** Failures of requests that were counted before the framework; it answers them, and does not count them again. */
export type Refusals = WeakMap<IncomingMessage, { readonly error: unknown; readonly taken: Taken[] }>;

/** The id of the bot whose key an Authorization header holds, as far as it is in memory. */
export type BotOf = (authorization: string | undefined) => string | undefined;

/** What answers before the framework are made with. */
export interface EarlyDeps {
  readonly limiter: RateLimiter;
  readonly addressOf: ClientAddress;
  readonly botOf: BotOf;
  readonly refusals: Refusals;
  readonly spans: RequestSpans | undefined;
  readonly onAnswer: ((status: number, seconds: number, operation: OperationFacts | undefined) => void) | undefined;
}

/** Where answers are kept. */
export interface KeptAnswers {
  /** For everyone. */
  readonly ready: ReadyBytes;
  /** For single bots. */
  readonly own: OwnBytes;
}

/** Answers from ready bytes, before the framework; only what was asked for with the very same URL before. */
export function serveReady(
  deps: EarlyDeps & KeptAnswers,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): void {
  const { headers } = request;
  const entry = entryOf(deps, request);
  if (!entry) {
    const own = ownOf(deps, request);
    if (own) serveOwn(deps, own, request, response, framework);
    else framework(request, response);
    return;
  }
  countEarly(deps, 'readsPerAddress', deps.addressOf(request), request, response, framework, (taken) => {
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
    deps.onAnswer?.(known ? 304 : 200, 0, undefined);
  });
}

function serveOwn(
  deps: EarlyDeps,
  { bytes, head, counts }: OwnEntry,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): void {
  countEarly(deps, 'readsPerAddress', deps.addressOf(request), request, response, framework, (first, refuse) => {
    const taken = first ? [first] : [];
    const failed = (e: unknown): void => refuse(e, taken);
    const answer = (): void => {
      if (response.headersSent) return;
      const more = ['X-Request-Id', randomUUID()];
      if (taken.length > 0) for (const field of Object.entries(rateHeaders(taken))) more.push(...field);
      response.writeHead(200, head.concat(more));
      response.end(bytes);
      deps.onAnswer?.(200, 0, undefined);
    };
    countAll(deps.limiter, counts, taken, answer, failed);
  });
}

/** Counts against limits one after the other, as they are listed: all at once where the counters are in memory. */
function countAll(
  limiter: RateLimiter,
  counts: OwnEntry['counts'],
  taken: Taken[],
  done: () => void,
  failed: (e: unknown) => void,
): void {
  const [next, ...others] = counts;
  if (!next) {
    done();
    return;
  }
  const goOn = (of: Taken | undefined): void => {
    if (of) taken.push(of);
    countAll(limiter, others, taken, done, failed);
  };
  let counted: ReturnType<RateLimiter['take']>;
  try {
    counted = limiter.take(...next);
  } catch (e) {
    failed(e);
    return;
  }
  if (counted instanceof Promise) counted.then(goOn, failed);
  else goOn(counted);
}

/** It costs no more to answer such a request than to refuse it. */
export function isReady(deps: KeptAnswers & Pick<EarlyDeps, 'botOf'>, request: IncomingMessage): boolean {
  return (entryOf(deps, request) ?? ownOf(deps, request)) !== undefined;
}

function entryOf({ ready }: KeptAnswers, { method, url = '' }: IncomingMessage): ReadyEntry | undefined {
  return isRead(method) ? ready.get(url) : undefined;
}

function ownOf(
  { own, botOf }: KeptAnswers & Pick<EarlyDeps, 'botOf'>,
  { method, url = '', headers }: IncomingMessage,
): OwnEntry | undefined {
  return isRead(method) ? own.get(url, () => botOf(headers.authorization)) : undefined;
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** Counts a request and has it answered. The framework answers one that is refused, here or later by `refuse`. */
export function countEarly(
  { limiter, refusals, botOf }: EarlyDeps,
  limit: 'readsPerAddress' | 'writesPerAddress',
  client: string,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
  answer: (taken: Taken | undefined, refuse: (error: unknown, taken: Taken[]) => void) => void,
): void {
  const refuse = (error: unknown, taken: Taken[]): void => {
    refusals.set(request, { error, taken });
    framework(request, response);
  };
  let taken: ReturnType<RateLimiter['take']>;
  try {
    taken = limiter.take(limit, client, () => botOf(request.headers.authorization));
  } catch (e) {
    refuse(e, []);
    return;
  }
  if (taken instanceof Promise)
    taken.then(
      (later) => answer(later, refuse),
      (e: unknown) => refuse(e, []),
    );
  else answer(taken, refuse);
}
