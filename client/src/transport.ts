/**
 * One call to the service: sends, waits and repeats where a repetition is safe, maps every failure to a PapertapeError.
 *
 * Repeated, with the same body and the same Idempotency-Key: no answer at all; 429; 502 and 504, and a 503 that is not the service's
 * own, since a proxy answers so for a service that is away; the service's own 503 when it says how long it will take (Retry-After); and
 * the 409 that a repetition gets while its own first request is still under way. Everything else is thrown at once.
 */
import { answerProblem } from './answer.ts';
import type { Answers } from './shapes.ts';
import { PapertapeError } from './errors.ts';
import type { ErrorBody } from './wire.ts';

/** With a signal, it may end as soon as that is aborted. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly attemptsMax: number;
  readonly retryWaitMsMax: number;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly random: () => number;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below the base address, with its parameters encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON text. */
  readonly body?: string;
  readonly apiKey?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** A refusal is the answer that was asked for: no repetition. */
  readonly once?: true;
}

export interface Transport {
  /** The answer, checked against what the client relies on. */
  readonly json: <N extends keyof Answers>(call: Call, name: N) => Promise<Answers[N]>;
  /** The answer of an operation whose shape the client does not know. */
  readonly anyJson: (call: Call) => Promise<unknown>;
  /** The answer as text of that media type. */
  readonly text: (call: Call, mediaType: string) => Promise<string>;
  /** The same of a list that comes in pages, with the query of the next page. */
  readonly textPage: (call: Call, mediaType: string) => Promise<TextPage>;
  /** The answer as it is. */
  readonly bytes: (call: Call) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface TextPage {
  readonly text: string;
  /** Undefined when this is the last one. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The service's name of the request, as its log has it. */
  readonly requestId: string | null;
  /** Header. */
  readonly link: string | null;
}

const firstBackoffMs = 500;
const shownCharacters = 200;

export function createTransport(options: TransportOptions): Transport {
  const base = checkedBase(options.baseUrl);
  return {
    json: async <N extends keyof Answers>(call: Call, name: N) =>
      (await sendJson(call, (value) => answerProblem(value, name))) as Answers[N],
    anyJson: async (call) => await sendJson(call, () => null),
    text: async (call, mediaType) => (await sendText(call, mediaType)).text,
    async textPage(call, mediaType) {
      const { text, link } = await sendText(call, mediaType);
      return { text, next: nextOf(link) };
    },
    bytes: async (call) => (await send(call, '*/*')).bytes,
  };

  async function sendText(call: Call, mediaType: string): Promise<Answer> {
    const answer = await send(call, mediaType);
    if (answer.mediaType.startsWith(mediaType)) return answer;
    throw unreadable(call, answer, `its type is "${answer.mediaType}", not ${mediaType}`, null);
  }

  async function sendJson(call: Call, problemOf: (value: unknown) => string | null | undefined): Promise<unknown> {
    const answer = await send(call, 'application/json');
    const value = parsed(answer.text);
    const problem = value === undefined ? 'it is not JSON' : problemOf(value);
    if (!problem) return value;
    throw unreadable(call, answer, problem, null);
  }

  async function send(call: Call, accept: string): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendOnce(call, accept);
      if (!(outcome instanceof PapertapeError)) return outcome;
      const mayRepeat = attempt < options.attemptsMax && !call.once;
      const wait = mayRepeat ? waitBeforeRetry(outcome, attempt, options.random()) : undefined;
      if (wait === undefined || wait > options.retryWaitMsMax) throw outcome;
      await options.sleep(wait, call.signal);
      call.signal?.throwIfAborted();
    }
  }

  async function sendOnce(call: Call, accept: string): Promise<Answer | PapertapeError> {
    const timeout = AbortSignal.timeout(options.timeoutMs);
    let response: Response;
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      response = await options.fetch(base + call.path + queryText(call.query), {
        method: call.method,
        headers: headersOf(call, accept),
        ...(call.body === undefined ? {} : { body: call.body }),
        signal: call.signal ? AbortSignal.any([timeout, call.signal]) : timeout,
      });
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      call.signal?.throwIfAborted();
      return noAnswer(base, options.timeoutMs, cause);
    }
    const answer: Answer = {
      status: response.status,
      mediaType: response.headers.get('content-type') ?? '',
      text: new TextDecoder().decode(bytes),
      bytes,
      requestId: response.headers.get('x-request-id'),
      link: response.headers.get('link'),
    };
    return response.ok
      ? answer
      : refusal(call, answer, retryAfterSeconds(response.headers.get('retry-after'), options.now()));
  }
}

function noAnswer(base: string, timeoutMs: number, cause: unknown): PapertapeError {
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  return new PapertapeError(
    {
      status: 0,
      code: timedOut ? 'timeout' : 'unreachable',
      detail: timedOut
        ? `${base} did not answer within ${timeoutMs} ms.`
        : `${base} could not be reached: ${reasonOf(cause)}.`,
      fix: `Check that the service runs and that ${base} is its address, then send the same request again with the same Idempotency-Key.`,
    },
    { cause },
  );
}

/** The query of the next page, of a `Link` header. */
function nextOf(link: string | null): TextPage['next'] {
  const query = /^<[^>?]*\?([^>]*)>; rel="next"$/.exec(link ?? '')?.[1];
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
}

function headersOf({ body, apiKey, idempotencyKey }: Call, accept: string): Record<string, string> {
  const headers: Record<string, string> = { accept };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  return headers;
}

/** Milliseconds, or undefined when a repetition would not help. Spread by a quarter, so that many bots do not come back at once. */
function waitBeforeRetry(error: PapertapeError, attempt: number, random: number): number | undefined {
  const backoff = firstBackoffMs * 2 ** (attempt - 1) * (0.75 + random / 2);
  const asked = error.retryAfterSeconds === null ? undefined : error.retryAfterSeconds * 1000;
  switch (error.status) {
    case 0:
      return backoff;
    case 429:
    case 502:
    case 504:
      return asked ?? backoff;
    case 503:
      return asked ?? (error.code === 'unreadable_answer' ? backoff : undefined);
    default:
      return error.code === 'idempotency_conflict' && attempt > 1 ? (asked ?? backoff) : undefined;
  }
}

function refusal(call: Call, answer: Answer, retryAfter: number | null): PapertapeError {
  const value = parsed(answer.text);
  if (value === undefined || answerProblem(value, 'ErrorBody')) {
    return unreadable(call, answer, 'it is no error body', retryAfter);
  }
  const body = value as ErrorBody;
  return new PapertapeError({
    status: answer.status,
    code: body.error.code,
    detail: body.detail,
    fix: body.error.fix,
    requestId: typeof body.request_id === 'string' ? body.request_id : answer.requestId,
    retryAfterSeconds: retryAfter,
    opensAt: body.opens_at ?? null,
    corrected: body.error.corrected ?? null,
    example: body.error.example ?? null,
  });
}

function unreadable(call: Call, answer: Answer, problem: string, retryAfter: number | null): PapertapeError {
  const shown =
    answer.text.length > shownCharacters ? `${answer.text.slice(0, shownCharacters)}…` : answer.text || '(nothing)';
  // A CSV or a board may be long and may hold anything; of a good status only the problem is told, never a key.
  const excerpt = answer.status >= 400 ? ` It begins: ${shown}` : '';
  return new PapertapeError({
    status: answer.status,
    code: 'unreadable_answer',
    detail: `${call.method} ${call.path} answered ${answer.status}, and the answer is not what it should be: ${problem}.${excerpt}`,
    fix: 'Check that the base address is that of a Papertape service, and that the client is not older than the service.',
    requestId: answer.requestId,
    retryAfterSeconds: retryAfter,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Retry-After is a number of seconds or an HTTP date. */
function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

function queryText(query: Call['query']): string {
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function checkedBase(baseUrl: string): string {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl ${JSON.stringify(baseUrl)} is no http(s) address.`);
  }
  return baseUrl.replace(/\/+$/, '');
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}
