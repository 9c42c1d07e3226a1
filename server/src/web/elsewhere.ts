/** Requests that another process answers: they are handed on before anything of this one looks at them. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ApiError } from 'papertape-contract/errors';
import type { ClientAddress } from './client-address.ts';
import type { Refusals } from './serve-ready.ts';

/** Where a process does not answer everything itself. */
export interface Elsewhere {
  /** @param route the path of the route that a GET would have, `/api/agents/{agent_id}`. */
  answers(request: IncomingMessage, route: () => string | undefined): boolean;
  /** Told of what this process answers itself, before it does. */
  answersItself(response: ServerResponse): void;
  /** @param url as it was sent. @param refuse answers the failure in place of whoever was to answer. */
  send(asked: AskedElsewhere, refuse: (e: ApiError) => void): void;
}

export interface AskedElsewhere {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  readonly addressOf: ClientAddress;
}

/** @returns whether a request was handed on. The framework answers one that could not be. */
export function elsewhereOf(
  elsewhere: Elsewhere | undefined,
  refusals: Refusals,
  routeOf: (request: IncomingMessage) => string | undefined,
): (asked: AskedElsewhere, framework: RequestListener) => boolean {
  if (!elsewhere) return () => false;
  return (asked, framework) => {
    const { request, response } = asked;
    if (!elsewhere.answers(request, () => routeOf(request))) {
      elsewhere.answersItself(response);
      return false;
    }
    elsewhere.send(asked, (error) => {
      refusals.set(request, { error, taken: [] });
      framework(request, response);
    });
    return true;
  };
}
