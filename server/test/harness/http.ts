/**
 * Requests that the client cannot send: any method, header and body, and bytes on a bare socket. Every failure that is looked at
 * with `expectError` is held against the error catalogue. `send`, `get` and `post` send again what a busy machine refuses; `sendOnce` and the others do not.
 */
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import type { ErrorBody } from 'papertape-contract/error-body';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
}

export interface SendOptions {
  /** Sent as it is when text or bytes, as JSON otherwise. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export interface Served {
  readonly url: string;
}

export async function sendOnce(
  { url }: Served,
  method: string,
  path: string,
  { body, headers, key }: SendOptions = {},
): Promise<Answer> {
  const sent =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent as string | Uint8Array<ArrayBuffer> }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/**
 * A service in a process of its own has little time where other tests have much to do, and then refuses whoever has no key (docs/operators/operate.md#overload). It did not look
 * at the request, and holds its refusal back for a moment: the request is sent again.
 */
export async function send(...request: Parameters<typeof sendOnce>): Promise<Answer> {
  let answer: Answer;
  do answer = await sendOnce(...request);
  while (isOverloaded(answer));
  return answer;
}

export const isOverloaded = ({ json }: Answer): boolean =>
  (json as { error?: { code?: string } } | undefined)?.error?.code === 'overloaded';

export async function get(league: Served, path: string, options: SendOptions = {}): Promise<Answer> {
  return await send(league, 'GET', path, options);
}

export async function getOnce(league: Served, path: string, options: SendOptions = {}): Promise<Answer> {
  return await sendOnce(league, 'GET', path, options);
}

/** An answer's bytes as they came, on a connection of its own: nothing is unpacked. */
export interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export function raw(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

export async function post(league: Served, path: string, body: unknown, options: SendOptions = {}): Promise<Answer> {
  return await send(league, 'POST', path, { body, ...options });
}

export async function postOnce(
  league: Served,
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<Answer> {
  return await sendOnce(league, 'POST', path, { body, ...options });
}

/** An answer of status 200 whose JSON is a T. */
export function okJson<T>(answer: Answer): T {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.json as T;
}

/** Holds an answer against the catalogue; returns its body. */
export function expectError(answer: Answer, code: ErrorCode): ErrorBody {
  const body = expectKnownError(answer);
  expect(body.error.code, body.detail).toBe(code);
  return body;
}

/** They say when. */
const opening = ['market_closed', 'window_full', 'round_not_open'];

/** It is a failure of the catalogue, whichever. */
export function expectKnownError(answer: Answer): ErrorBody {
  const body = answer.json as ErrorBody;
  expect(answer.headers.get('content-type'), answer.text.slice(0, 300)).toBe('application/json; charset=utf-8');
  const more = answer.status === 500 ? ['request_id'] : opening.includes(body.error.code) ? ['opens_at'] : [];
  expect(Object.keys(body)).toEqual(['detail', 'error', ...more]);
  const shown = ['corrected', 'example'].filter((name) => name in body.error);
  expect(shown.length).toBeLessThanOrEqual(1);
  expect(Object.keys(body.error)).toEqual(['code', 'fix', ...shown]);
  const entry = errorCatalogue[body.error.code as ErrorCode] as (typeof errorCatalogue)[ErrorCode] | undefined;
  expect(entry, `${body.error.code} is in the catalogue`).toBeDefined();
  expect(answer.status, `${body.error.code}: ${body.detail}`).toBe(entry?.status);
  expect(body.detail).not.toBe('');
  expect(body.error.fix).not.toBe('');
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
  if (answer.status === 405) expect(answer.headers.get('allow')).toMatch(/OPTIONS/);
  if (answer.status === 429 || answer.status === 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return body;
}

/** Writes bytes on a bare socket and reads until the other side closes, or has answered `answers` times. */
export async function onSocket({ url }: Served, bytes: string | Buffer, answers = 1): Promise<Answer[]> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let read = Buffer.alloc(0);
    const finish = (): void => {
      socket.destroy();
      resolve(splitAnswers(read));
    };
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      if (splitAnswers(read).length >= answers) finish();
    });
    socket.on('end', finish);
    socket.on('error', (e) => (read.length > 0 ? finish() : reject(e)));
  });
}

/** Complete answers with a Content-Length. */
function splitAnswers(bytes: Buffer): Answer[] {
  const found: Answer[] = [];
  for (let rest = bytes; ;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return found;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(
      lines.map((l) => [l.slice(0, l.indexOf(':')), l.slice(l.indexOf(':') + 1).trim()] as [string, string]),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) return found;
    const text = body.toString('utf8');
    found.push({ status: Number(first.split(' ')[1]), headers, text, json: parsed(text) });
    rest = rest.subarray(end + 4 + length);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
