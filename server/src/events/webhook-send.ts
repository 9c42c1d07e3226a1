/** One delivery: a signed POST, of whose answer only the status is looked at. No redirect is followed. */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { limits } from '../contract/limits.ts';
import {
  guardedLookup,
  hostOf,
  isPublicAddress,
  RefusedAddress,
  type Resolve,
  type WebhookPlaces,
} from './webhook-target.ts';

export interface Delivery {
  readonly url: string;
  readonly webhookId: string;
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** In words, without what the network around the service would tell a stranger; null when it was taken. */
  readonly problem: string | null;
}

export type Send = (delivery: Delivery) => Promise<Outcome>;

export interface SendDeps {
  readonly places: WebhookPlaces;
  readonly userAgent: string;
  readonly realNow: () => number;
  readonly resolve: Resolve;
}

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`. The time keeps a delivery that was caught from being sent again later. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export function createSend({ places, userAgent, realNow, resolve }: SendDeps): Send {
  return ({ url: text, webhookId, secret, body, signal }) => {
    const url = new URL(text);
    const host = hostOf(url);
    // A connection to an address asks no lookup.
    if (places === 'public' && isIP(host) !== 0 && !isPublicAddress(host))
      return Promise.resolve({ status: null, problem: notPublic });
    const options: RequestOptions = {
      method: 'POST',
      // A connection of its own: one that is kept would not look its address up again.
      agent: false,
      lookup: guardedLookup(resolve, places),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.webhookAnswerSeconds * 1000)]),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': userAgent,
        'Papertape-Webhook-Id': webhookId,
        'Papertape-Signature': signatureOf(secret, Math.floor(realNow() / 1000), body),
      },
    };
    return new Promise((done) => {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
        const status = response.statusCode ?? 0;
        response.on('error', () => undefined);
        // Its body is nobody's: the connection is closed over it.
        response.destroy();
        done({ status, problem: status >= 200 && status < 300 ? null : `It answered ${status}.` });
      });
      request.on('error', (e) => done({ status: null, problem: problemOf(e) }));
      request.end(body);
    });
  };
}

const notPublic = 'Its name stands for an address that is not public.';

function problemOf(e: Error): string {
  if (e instanceof RefusedAddress) return notPublic;
  if (e.name === 'TimeoutError' || e.name === 'AbortError' || (e.cause as Error | undefined)?.name === 'TimeoutError')
    return `It did not answer within ${limits.webhookAnswerSeconds} seconds.`;
  const code = (e as { code?: string }).code ?? '';
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'Its name was not found.';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'Its TLS certificate was not accepted.';
  return 'It could not be reached.';
}
