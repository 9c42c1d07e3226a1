/**
 * A stream of server-sent events that comes back by itself: one that breaks is opened again with the id of the last message that was given
 * out, so that the loop over it sees every message once, however often the network or the service went away.
 */
import { PapertapeError } from './errors.ts';
import type { Sleep } from './transport.ts';

export interface StreamOptions {
  /** Where to begin. Keep what the last message that was worked on says (`cursor` of an event, `mark` of prices), and a new run goes on from there. */
  readonly since?: string | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Silence after which the connection is taken for dead; the service sends something every 15 s. 60 seconds. */
  readonly silenceMsMax?: number | undefined;
}

export interface Followed {
  readonly open: (since: string | undefined, signal: AbortSignal) => Promise<Response>;
  /** Called when the service refuses for good: asks for the same without a stream, which says why, as an error of the catalogue. */
  readonly why: (since: string | undefined) => Promise<unknown>;
  readonly sleep: Sleep;
  readonly random: () => number;
}

const silenceMsUsual = 60_000;
const waitMsFirst = 500;
const waitMsMax = 30_000;

/** @returns the data of each message. */
export async function* follow<T>(
  { open, why, sleep, random }: Followed,
  { since, signal, silenceMsMax = silenceMsUsual }: StreamOptions,
): AsyncGenerator<T, void> {
  let cursor = since;
  for (let failures = 0; !signal?.aborted; failures++) {
    const connection = new AbortController();
    const stop = (): void => connection.abort();
    signal?.addEventListener('abort', stop);
    let timer = setTimeout(stop, silenceMsMax);
    let retryAfterMs = 0;
    try {
      const response = await open(cursor, connection.signal);
      if (response.ok && response.body) {
        for await (const message of messages(response.body)) {
          clearTimeout(timer);
          timer = setTimeout(stop, silenceMsMax);
          failures = 0;
          if (message.id !== undefined) cursor = message.id;
          if (message.data !== undefined) yield JSON.parse(message.data) as T;
          if (signal?.aborted) return;
        }
      } else {
        await response.body?.cancel();
        if (response.status < 500 && response.status !== 429) await why(cursor);
        retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0) || 0;
      }
    } catch (error) {
      if (error instanceof PapertapeError) throw error;
      // Otherwise the connection broke.
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      connection.abort();
    }
    if (signal?.aborted) return;
    const wait = Math.min(waitMsMax, waitMsFirst * 2 ** failures) * (0.75 + random() / 2);
    await sleep(Math.max(wait, retryAfterMs), signal);
  }
}

interface Message {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** Server-sent events: a message ends with an empty line. One of comments alone says that the other side is alive. */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A message that the end cuts off is not one.
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const lines = rest.slice(0, end).split('\n');
        rest = rest.slice(end + 2);
        yield { id: field(lines, 'id'), data: field(lines, 'data') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function field(lines: readonly string[], name: string): string | undefined {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
}
