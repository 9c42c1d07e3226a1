/** One delivery: a signed POST, of whose answer only the status is looked at. No redirect is followed. */
import { lookup } from 'node:dns/promises';
import { request as httpsRequest, type RequestOptions as HttpsRequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { limits } from 'papertape-contract/limits';
import { httpRequest } from '../lib/node-http.ts';
import { signedHeaders } from './webhook-signature.ts';
import {
  guardedLookup,
  hostOf,
  isPublicAddress,
  RefusedAddress,
  type Resolve,
  type WebhookPlaces,
} from './webhook-target.ts';
import type { Outcome } from './webhook.ts';

export interface Delivery {
  readonly url: string;
  /** The same for every attempt to deliver these events. */
  readonly messageId: string;
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

export type Send = (delivery: Delivery) => Promise<Outcome>;

export interface SendDeps {
  readonly places: WebhookPlaces;
  readonly userAgent: string;
  readonly realNow: () => number;
  readonly resolve: Resolve;
  /** The only authority whose certificates are taken, PEM; undefined = those that the runtime knows. No setting gets here. */
  readonly authority?: string;
}

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

export function createSend({ places, userAgent, realNow, resolve, authority }: SendDeps): Send {
  return ({ url: text, messageId, secret, body, signal }) => {
    const url = new URL(text);
    const host = hostOf(url);
    // A connection to an address asks no lookup.
    if (places === 'public' && isIP(host) !== 0 && !isPublicAddress(host))
      return Promise.resolve({ status: null, problem: notPublic });
    const options: HttpsRequestOptions = {
      method: 'POST',
      // A connection of its own: one that is kept would not look its address up again. It goes straight to the receiver, whatever the
      // environment says of proxies: a proxy would look the name up by itself.
      agent: false,
      ...(authority === undefined ? {} : { ca: authority }),
      lookup: guardedLookup(resolve, places),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.webhookAnswerSeconds * 1000)]),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': userAgent,
        ...signedHeaders(secret, { id: messageId, seconds: Math.floor(realNow() / 1000), body }),
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
      // Node tells nothing else of an answer that would change the protocol (101). What came before counts.
      request.on('close', () => done({ status: null, problem: 'It ended the connection without an answer.' }));
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
  return tlsProblem(code) ?? 'It could not be reached.';
}

/** What is wrong with the certificate, or with TLS at all, by the code that the runtime gives it. */
function tlsProblem(code: string): string | undefined {
  if (code === 'CERT_HAS_EXPIRED') return 'Its TLS certificate has expired.';
  if (code === 'CERT_NOT_YET_VALID') return 'Its TLS certificate is not valid yet.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Its TLS certificate is for another name.';
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|INVALID_CA/.test(code))
    return 'Its TLS certificate comes from no authority that the service trusts, or the certificates between them are not sent along.';
  if (/CERT/.test(code)) return 'Its TLS certificate was not accepted.';
  return /SSL|TLS|EPROTO/.test(code) ? 'It does not speak TLS that the service takes (1.2 or 1.3).' : undefined;
}
