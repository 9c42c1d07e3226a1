/**
 * The doors of the service for requests that no client would send, inside the process: the same parser, routes, hooks and limits, without
 * a socket, so that tens of thousands of them take seconds. What a socket does with them is tested on one (headers.test.ts,
 * scenarios/web/abuse-http.db.test.ts).
 */
import { expect } from 'vitest';
import type { AgentView } from 'papertape-contract/bot';
import { operations, type Operation } from '../harness/operations.ts';
import { okJson, type Answer } from '../harness/http.ts';
import type { League } from '../harness/league.ts';

export interface Asked {
  readonly method: 'GET' | 'POST';
  /** Path and query, encoded. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string | undefined;
  /** Sent as it is when text or bytes, as JSON otherwise. */
  readonly body?: unknown;
}

/** An answer that takes longer hangs, whatever else the machine does. */
const answerMsMax = 120_000;

/** Throws on a 5xx that a client could not be told to repeat, and on an answer that does not come. */
export async function knock({ app }: League, { method, url, headers = {}, key, body }: Asked): Promise<Answer> {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const asked = `${method} ${url.slice(0, 200)} ${String(payload ?? '').slice(0, 200)}`;
  const injected = app.http.inject({
    method,
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const answer = await within(injected, asked);
  const { statusCode: status } = answer;
  const again = status === 503 && Number(answer.headers['retry-after']) > 0;
  if (status >= 500 && !again) throw new Error(`${asked}: ${status} ${answer.payload.slice(0, 300)}`);
  return new LazyAnswer(status, answer.headers as Record<string, string>, answer.payload);
}

/** Most answers are looked at for their status only: the rest is made when it is asked for. */
class LazyAnswer implements Answer {
  readonly status: number;
  readonly text: string;
  readonly #fields: Readonly<Record<string, string>>;

  constructor(status: number, fields: Readonly<Record<string, string>>, text: string) {
    this.status = status;
    this.text = text;
    this.#fields = fields;
  }

  get headers(): Headers {
    return new Headers(Object.entries(this.#fields).map(([name, value]) => [name, String(value)] as [string, string]));
  }

  get json(): unknown {
    try {
      return JSON.parse(this.text) as unknown;
    } catch {
      return undefined;
    }
  }
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMsMax} ms: ${what}`)), answerMsMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

let made = 0;
/** A registration of its own; `more` comes on top of a good one. */
export async function register(league: League, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  made++;
  const body = { name: `N ${made}`, company: 'Works', contact: `n${made}@example.test`, country: 'CA', ...more };
  return await knock(league, { method: 'POST', url: '/api/agents/register', body });
}

/** What everyone sees of a bot. */
export async function view(league: League, id: string): Promise<AgentView> {
  return okJson<AgentView>(await knock(league, { method: 'GET', url: `/api/agents/${id}` }));
}

/** Does `work` for every item, `width` at a time. */
export async function each<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += width) await Promise.all(items.slice(at, at + width).map(work));
}

/** Percent-encoded UTF-8; lone surrogates as the three bytes that would stand for them. */
export function encoded(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return Array.from(text, (c) => {
    const code = c.charCodeAt(0);
    if (c.isWellFormed()) return encodeURIComponent(c);
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join('');
  }).join('');
}

/** Every operation that takes a JSON body. */
export const posts: readonly Operation[] = operations.filter((o) => o.method === 'post' && o.request !== undefined);

/** A refusal does not repeat at length what it was sent. */
export function expectShort(answer: Answer): void {
  expect(answer.text.length, answer.text.slice(0, 200)).toBeLessThan(4_000);
}
