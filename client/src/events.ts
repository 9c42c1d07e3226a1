/**
 * What happens to a bot: lists, a stream that comes back by itself, webhooks and their signatures.
 *
 * A stream that breaks is opened again with the cursor of the last event that was given out, so that the loop over it sees every event
 * once, however often the network or the service went away.
 */
import type { Caller } from './caller.ts';
import { PapertapeError } from './errors.ts';
import { fromBase64 } from './hashes.ts';
import type { AgentEvent, EventList, EventType, WebhookRequest, WebhookView } from './wire.ts';

export interface EventsOptions {
  /** A cursor, or `now` for what comes from now on; the bot's first event. */
  readonly since?: string | undefined;
  /** Most events in the answer. 50; at most 100. */
  readonly limit?: number | undefined;
}

export interface StreamOptions {
  /** As with `events`. Keep the `cursor` of the last event that was worked on, and a new run of the bot goes on from there. */
  readonly since?: string | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Silence after which the connection is taken for dead; the service sends something every 15 s. 60 seconds. */
  readonly silenceMsMax?: number | undefined;
}

export interface WebhookOptions {
  /** Types that are wanted; all. */
  readonly events?: readonly EventType[] | undefined;
  /** A random UUID. */
  readonly idempotencyKey?: string | undefined;
}

export interface EventCalls {
  /** What happened to the bot, the oldest first. Read on with `since: answer.next`. */
  events(options?: EventsOptions): Promise<EventList>;
  /** The same without an end: events as they happen. Comes back after every break. */
  stream(options?: StreamOptions): AsyncGenerator<AgentEvent, void>;
  webhook(): Promise<WebhookView>;
  /** The answer has the secret, once. "" clears. */
  setWebhook(url: WebhookRequest['url'], options?: WebhookOptions): Promise<WebhookView>;
}

/** The body of a webhook's delivery. */
export interface WebhookDelivery {
  readonly agent_id: string;
  readonly events: readonly AgentEvent[];
}

const silenceMsUsual = 60_000;
const waitMsFirst = 500;
const waitMsMax = 30_000;

export function eventCalls({ baseUrl, fetch, sleep, random, ownPath, ownKey, getOwn, json }: Caller): EventCalls {
  const events: EventCalls['events'] = ({ since, limit } = {}) => getOwn('/events', 'EventList', { since, limit });

  return {
    events,
    async *stream({ since, signal, silenceMsMax = silenceMsUsual } = {}) {
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
              if (message.data !== undefined) yield JSON.parse(message.data) as AgentEvent;
              if (signal?.aborted) return;
            }
          } else {
            await response.body?.cancel();
            if (response.status < 500 && response.status !== 429) {
              // Refused for good: the plain call says why, as an error of the catalogue.
              await events({ since: cursor, limit: 1 });
            }
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
    },
    webhook: () => getOwn('/webhook', 'WebhookView'),
    setWebhook: async (url, { events: types, idempotencyKey } = {}) =>
      json(
        {
          method: 'POST',
          path: `${ownPath()}/webhook`,
          body: JSON.stringify({ url, ...(types ? { events: [...types] } : {}) } satisfies WebhookRequest),
          apiKey: ownKey(),
          idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
        },
        'WebhookView',
      ),
  };

  function open(cursor: string | undefined, signal: AbortSignal): Promise<Response> {
    const query = cursor === undefined ? '' : `?since=${encodeURIComponent(cursor)}`;
    return fetch(`${baseUrl.replace(/\/+$/, '')}${ownPath()}/events${query}`, {
      method: 'GET',
      headers: { accept: 'text/event-stream', authorization: `Bearer ${ownKey()}` },
      signal,
    });
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

/** Headers of a request, as `fetch` and Node's `http` have them. */
export type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a delivery came from the service (Standard Webhooks), and reads it. Give the body as it came, not parsed and written again.
 * Rejects with a PapertapeError `webhook_invalid` for a wrong signature, and for one that is older than the tolerance.
 *
 * @param secret of the answer that set the webhook.
 * @param headers of the request: webhook-id, webhook-timestamp and webhook-signature are read.
 * @param options `toleranceSeconds` 300; `now` milliseconds since 1970.
 */
export async function verifyWebhook(
  secret: string,
  headers: RequestHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now }: { toleranceSeconds?: number; now?: () => number } = {},
): Promise<WebhookDelivery> {
  const [id, seconds, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !signatures || !/^\d{1,12}$/.test(seconds ?? ''))
    throw invalid('A header of webhook-id, webhook-timestamp, webhook-signature is missing or malformed.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${text}`);
  // Several signatures stand there while a secret is being replaced; one that holds is enough.
  const given = signatures.split(' ').flatMap((s) => (s.startsWith('v1,') ? [fromBase64(s.slice(3))] : []));
  const held = await Promise.all(given.map((bytes) => crypto.subtle.verify('HMAC', key, bytes, signed)));
  if (!held.includes(true)) throw invalid('The signature is not that of this body and secret.');
  if (Math.abs(now() / 1000 - Number(seconds)) > toleranceSeconds)
    throw invalid(`The delivery was signed more than ${toleranceSeconds} seconds from now.`);
  return JSON.parse(text) as WebhookDelivery;
}

/** One value: a list of several is none that the service sends. */
function header(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined;
  if (!key?.length) throw invalid('The secret is not one of setWebhook: it begins with whsec_, then comes base64.');
  return key;
}

function invalid(detail: string): PapertapeError {
  return new PapertapeError({
    status: 0,
    code: 'webhook_invalid',
    detail,
    fix: 'Answer 400 and do nothing else: the delivery may come from anyone. Check that the secret is that of the last setWebhook.',
  });
}
