/** Ready bytes are answered before the framework sees the request; everything else goes on to it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ClientAddress } from './client-address.ts';
import { rateHeaders, type RateLimiter, type Taken } from './rate-limit/rate-limiter.ts';
import { chosenEncoding, matchesTag, type ReadyBytes } from './ready-bytes.ts';

/** Requests that were counted, and refused, before the framework; it answers them, and does not count them again. */
export type Refusals = WeakMap<IncomingMessage, Error>;

export interface ServeReadyDeps {
  readonly ready: ReadyBytes;
  readonly limiter: RateLimiter;
  readonly addressOf: ClientAddress;
  readonly refusals: Refusals;
  readonly onAnswer: ((status: number, seconds: number, operation: undefined) => void) | undefined;
}

/** Answers from ready bytes, before the framework; only what was asked for with the very same URL before. */
export function serveReady(
  { ready, limiter, onAnswer, addressOf, refusals }: ServeReadyDeps,
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
