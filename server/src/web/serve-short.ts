/**
 * Short ways: a POST may be answered before the framework sees it, where the framework would cost more than the answer. A short way
 * knows by head and body whether the request is one of its own. Every other request goes on as if nobody had looked: one whose body has
 * not come with its head, too, so that nothing is waited for here. What fails is answered by the framework, as every failure is.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { bodyBytesMaxOf, type OperationFacts } from 'papertape-contract/operation-facts';
import { headersOfEveryAnswer } from './headers.ts';
import { rateHeaders, type Taken } from './rate-limit/rate-limiter.ts';
import { countEarly, type EarlyDeps } from './serve-ready.ts';

/** A request as a short way is shown it. */
export interface ShortRequest {
  readonly headers: IncomingHttpHeaders;
  /** What stands in the places of its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Header fields (name, value, name, value) and body of an answer of status 200 that nobody may keep. */
export interface ShortAnswer {
  readonly head: readonly string[];
  readonly payload: Buffer | string;
}

/** @param client whom the request is counted under. @param taken what it took of that one's limits; what it takes more is added. */
export type AnswerShort = (client: string, taken: Taken[]) => Promise<ShortAnswer>;

/** @returns undefined for a request that it does not know; to throw says the same. */
export type ShortWay = (request: ShortRequest) => AnswerShort | undefined;

export interface ShortWays {
  /** Adds one for the path of an operation, or puts it in the place of the one that is there. */
  set(operation: OperationFacts, way: ShortWay): void;
  find(url: string): FoundWay | undefined;
  /** From then on the framework answers everything. */
  clear(): void;
}

interface FoundWay {
  readonly operation: OperationFacts;
  readonly way: ShortWay;
  readonly params: Readonly<Record<string, string>>;
}

export function createShortWays(): ShortWays {
  const ways = new Map<OperationFacts, { readonly pattern: RegExp; readonly way: ShortWay }>();
  return {
    set(operation, way) {
      // A place that is written in another way, such as with %, is for the framework.
      const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>\\w{1,200})')}$`);
      ways.set(operation, { pattern, way });
    },
    find(url) {
      for (const [operation, { pattern, way }] of ways) {
        const match = pattern.exec(url);
        if (match) return { operation, way, params: match.groups ?? {} };
      }
      return undefined;
    },
    clear: () => ways.clear(),
  };
}

const head = [...Object.entries(headersOfEveryAnswer).flat(), 'Cache-Control', 'no-store'];

export function serveShort(
  deps: EarlyDeps,
  found: FoundWay,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): void {
  const { operation } = found;
  const begun = performance.now();
  // By the next tick the part of the body that came with the head stands in the request's buffer.
  process.nextTick(() => {
    const answerShort = known(found, request);
    if (!answerShort) {
      framework(request, response);
      return;
    }
    const client = deps.addressOf(request);
    const limit = operation.countsAsRead ? 'readsPerAddress' : 'writesPerAddress';
    countEarly(deps, limit, client, request, response, framework, (first, refuse) => {
      const taken = first ? [first] : [];
      const answered = (answer: ShortAnswer): void => {
        // Meanwhile the connection may have been found broken.
        if (response.headersSent) return;
        send(response, answer, taken);
        deps.onAnswer?.(200, (performance.now() - begun) / 1000, operation);
      };
      const work = (): Promise<ShortAnswer> => answerShort(client, taken);
      (deps.spans?.within(request, work) ?? work()).then(answered, (e: unknown) => refuse(e, taken));
    });
  });
}

function send(response: ServerResponse, { head: own, payload }: ShortAnswer, taken: readonly Taken[]): void {
  const more = ['X-Request-Id', randomUUID(), 'Content-Length', String(Buffer.byteLength(payload)), ...own];
  // An answer may have named them itself.
  if (taken.length > 0 && !own.includes('RateLimit'))
    for (const field of Object.entries(rateHeaders(taken))) more.push(...field);
  response.writeHead(200, head.concat(more));
  response.end(payload);
}

function known({ operation, way, params }: FoundWay, request: IncomingMessage): AnswerShort | undefined {
  const { headers } = request;
  const length = Number(headers['content-length']);
  // Read below is all that is there, and no more than a body may be.
  if (headers['content-type'] !== 'application/json' || request.readableLength !== length) return undefined;
  if (length === 0 || length > bodyBytesMaxOf(operation)) return undefined;
  const body = request.read() as Buffer;
  let answerShort: AnswerShort | undefined;
  try {
    answerShort = way({ headers, params, body });
  } catch {
    // The framework's own way comes to the same, and answers it.
  }
  if (!answerShort) request.unshift(body);
  return answerShort;
}
