/**
 * A request of the HTTP interface, made inside the process: the same routes, hooks, limits and error bodies, without a socket. So a
 * tool cannot differ from the route that it wraps.
 */
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from 'papertape-contract/error-body';

export interface InsideRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Whom it is counted under. */
  readonly client: string;
  readonly key?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Its numbers go on digit for digit (JsonNumber). */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Rate limits that were counted against, as the header fields have them; "" for none. */
export interface Limits {
  readonly left: string;
  readonly policy: string;
}

export function limitsOf(headers: Readonly<Record<string, unknown>>): Limits {
  const text = (name: string): string => {
    const value = headers[name] ?? headers[name.toLowerCase()];
    return typeof value === 'string' ? value : '';
  };
  return { left: text('RateLimit'), policy: text('RateLimit-Policy') };
}

export interface InsideAnswer {
  readonly ok: boolean;
  readonly body: Readonly<Record<string, unknown>> | ErrorBody;
  readonly limits: Limits;
  readonly retryAfterSeconds: number | undefined;
}

export async function callInside(http: FastifyInstance, request: InsideRequest): Promise<InsideAnswer> {
  const answer = await http.inject({
    method: request.method,
    url: request.url,
    remoteAddress: request.client,
    headers: {
      ...(request.key === undefined ? {} : { authorization: `Bearer ${request.key}` }),
      ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  });
  const retryAfter = answer.headers['retry-after'];
  return {
    ok: answer.statusCode === 200,
    body: JSON.parse(answer.payload) as InsideAnswer['body'],
    limits: limitsOf(answer.headers),
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
  };
}
