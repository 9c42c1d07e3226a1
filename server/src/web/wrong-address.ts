/** Refusals of paths that there are not and of methods that a path does not take: they say which address was meant. */
import { ApiError, type MendedParts } from 'papertape-contract/errors';
import { nearestAddress, type Address } from './nearest-address.ts';
import type { KnownPaths } from './known-paths.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
}

/** 404. */
export function nothingThere({ method, url }: Asked, paths: KnownPaths): ApiError {
  const detail = `There is nothing at ${url.slice(0, 200)}.`;
  const near = nearestAddress(method, url, paths.addresses());
  if (!near) return new ApiError('not_found', detail);
  const meant = `${near.method} ${near.path}`;
  const address = { method: near.method, path: near.path };
  if (!near.otherForm) {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const fix = `Did you mean ${meant}? /llms.txt lists all addresses.`;
    return new ApiError('not_found', detail, { fix, corrected: { ...address, path: near.path + query } });
  }
  return new ApiError('not_found', detail, orderInstead(near.path, exampleAt(paths, near.method, near.path)));
}

/** 405. @param allowed the methods that the path takes, OPTIONS last. */
export function notAllowed({ method, url }: Asked, allowed: readonly string[], paths: KnownPaths): ApiError {
  const taken = allowed.filter((m) => m !== 'OPTIONS').join(', ');
  const path = url.split('?')[0] ?? '';
  const detail = `${method} is not for ${url.slice(0, 200)}: it takes ${taken}.`;
  const how = otherWay(method, path, paths) ?? sameWay(method, path, allowed, paths);
  return new ApiError('method_not_allowed', detail, { ...how, headers: { Allow: allowed.join(', ') } });
}

interface How {
  readonly fix?: string;
  readonly corrected?: MendedParts;
  readonly example?: MendedParts;
}

/** What is done here by another path. */
function otherWay(method: string, path: string, paths: KnownPaths): How | undefined {
  const [, bot, rest = ''] = /^(\/api\/agents\/[^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  if (bot === undefined) return undefined;
  const weights = `${bot}/weights`;
  const example = exampleAt(paths, 'POST', weights);
  if (rest === 'orders' && method !== 'DELETE') return orderInstead(weights, example);
  const isOrder = ['trades', 'positions'].includes(rest) && (method === 'POST' || method === 'PUT');
  if (isOrder) return orderInstead(weights, example);
  if (/^orders(?:\/|$)/.test(rest)) {
    const fix = `An order is final: it cannot be changed or cancelled. To hold something else send new weights: POST ${weights}.`;
    return { fix, example: { method: 'POST', path: weights, ...example } };
  }
  if (rest === 'weights' && method === 'GET') {
    const state = `${bot}/state`;
    return {
      fix: `To read what you hold: GET ${state}. To order: POST ${weights}.`,
      corrected: { method: 'GET', path: state },
    };
  }
  if (rest === '' && method === 'DELETE') return { fix: `To retire the bot for good: POST ${bot}/retire.` };
  return undefined;
}

/** The same path, with the method that it takes. */
function sameWay(method: string, path: string, allowed: readonly string[], paths: KnownPaths): How {
  const post = allowed.includes('POST');
  if (!post || allowed.includes(method))
    return allowed.includes('GET') ? { fix: `Send GET ${path}.`, corrected: { method: 'GET' } } : {};
  if (method === 'PUT' || method === 'PATCH') return { fix: `Send it by POST ${path}.`, corrected: { method: 'POST' } };
  if (method === 'DELETE' && allowed.includes('GET')) return {};
  const example = exampleAt(paths, 'POST', path);
  const body = example.body === undefined ? '' : ` with a body such as ${JSON.stringify(example.body)}`;
  return { fix: `Send POST ${path}${body}.`, example: { method: 'POST', ...example } };
}

function orderInstead(path: string, example: MendedParts): How {
  const fix = `To order: POST ${path} with target weights, the share of the portfolio that each symbol shall have, such as ${JSON.stringify(example.body)}.`;
  return { fix, example: { method: 'POST', path, ...example } };
}

/** The body of an operation's example, where it has one. */
function exampleAt(paths: KnownPaths, method: Address['method'], path: string): Pick<MendedParts, 'body'> {
  const body = paths.addressAt(method, path)?.operation?.request?.example;
  return body === undefined ? {} : { body: body as NonNullable<MendedParts['body']> };
}
