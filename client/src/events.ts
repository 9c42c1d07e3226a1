/** What happens to a bot: lists, a stream that comes back by itself, webhooks and their signatures. */
import type { Caller } from './caller.ts';
import { PapertapeError } from './errors.ts';
import { follow, type StreamOptions } from './follow.ts';
import { fromBase64 } from './hashes.ts';
import type { AgentEvent, EventList, EventType, WebhookRequest, WebhookView } from './wire.ts';

export interface EventsOptions {
  /** A cursor, or `now` for what comes from now on; the bot's first event. */
  readonly since?: string | undefined;
  /** Most events in the answer. 50; at most 100. */
  readonly limit?: number | undefined;
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

export function eventCalls({ baseUrl, fetch, sleep, random, ownPath, ownKey, getOwn, json }: Caller): EventCalls {
  const events: EventCalls['events'] = ({ since, limit } = {}) => getOwn('/events', 'EventList', { since, limit });

  return {
    events,
    stream: (options = {}) =>
      follow<AgentEvent>({ open, why: (since) => events({ since, limit: 1 }), sleep, random }, options),
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
