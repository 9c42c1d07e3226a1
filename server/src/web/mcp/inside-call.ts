/**
 * A request of the HTTP interface, made inside the process: the same routes, hooks, limits and error bodies, without a socket. So a
 * tool cannot differ from the route that it wraps.
 */
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from 'papertape-contract/error-body';
import { JsonNumber } from '../../lib/json/json-number.ts';

export interface InsideRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Whom it is counted under. */
  readonly client: string;
  readonly key?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

export interface InsideAnswer {
  readonly ok: boolean;
  readonly body: Readonly<Record<string, unknown>> | ErrorBody;
  /** The rate limits that it counted against. */
  readonly limits: { readonly left: string; readonly policy: string };
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
    ...(request.body === undefined ? {} : { payload: exactJson(request.body) }),
  });
  const retryAfter = answer.headers['retry-after'];
  return {
    ok: answer.statusCode === 200,
    body: JSON.parse(answer.payload) as InsideAnswer['body'],
    limits: { left: headerText(answer.headers['ratelimit']), policy: headerText(answer.headers['ratelimit-policy']) },
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
  };
}

function headerText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

declare global {
  // TypeScript's library does not know it yet; Node has it since version 21.
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Numbers go on digit for digit, as they came. */
function exactJson(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    value instanceof JsonNumber ? JSON.rawJSON(value.text) : value,
  );
}
