/** Ready bytes are answered before the framework sees the request; everything else goes on to it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import type { ClientAddress } from './client-address.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import { chosenEncoding, matchesTag, type ReadyBytes, type ReadyEntry } from './ready-bytes.ts';
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

/** Answers from ready bytes, before the framework; only what was asked for with the very same URL before. */
export function serveReady(
  deps: EarlyDeps & { readonly ready: ReadyBytes },
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): void {
  const { headers } = request;
  const entry = entryOf(deps.ready, request);
  if (!entry) {
    framework(request, response);
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

/** It costs no more to answer such a request than to refuse it. */
export function isReady(ready: ReadyBytes, request: IncomingMessage): boolean {
  return entryOf(ready, request) !== undefined;
}

function entryOf(ready: ReadyBytes, { method, url = '' }: IncomingMessage): ReadyEntry | undefined {
  return method === 'GET' || method === 'HEAD' ? ready.get(url) : undefined;
}

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
