/** The body of every failure. */
import type { ApiError, MendedParts } from 'papertape-contract/errors';
import type { ErrorBody, RequestParts } from 'papertape-contract/error-body';

/** What is told of a failure. Where many are told in a moment it is no ApiError: to note where that was made costs more than the rest. */
export type Told = Pick<ApiError, 'code' | 'status' | 'message' | 'fix' | 'headers' | 'opensAt'> &
  Partial<Pick<ApiError, 'corrected' | 'example'>>;

/** @param url the address as it was asked for; its query is what parameters are replaced in. */
export function errorBody(e: Told, requestId?: string, url?: string): ErrorBody {
  const { code, fix } = e;
  const opens = e.opensAt === undefined ? {} : { opens_at: e.opensAt };
  const body: ErrorBody = {
    detail: e.message,
    error: { code, fix, ...named('corrected', e.corrected, url), ...named('example', e.example, url) },
    ...opens,
  };
  return e.status === 500 && requestId !== undefined ? { ...body, request_id: requestId } : body;
}

const aKey = /pt[kc]_[0-9A-Za-z]{20,}/;

/** What holds a key is not shown: it may have come in by mistake, in any member. */
function named(name: 'corrected' | 'example', parts: MendedParts | undefined, url: string | undefined) {
  if (!parts) return {};
  const { query, segment, ...rest } = parts;
  const shown: RequestParts =
    (query || segment) && url !== undefined ? { ...rest, path: mendedPath(url, query, segment) } : rest;
  return Object.keys(shown).length > 0 && !aKey.test(JSON.stringify(shown)) ? { [name]: shown } : {};
}

function mendedPath(url: string, query: MendedParts['query'], segment: MendedParts['segment']): string {
  const [path = '', asked] = url.split('?');
  const [sent, meant] = segment ?? [];
  const segments = path.split('/');
  const at = segments.findIndex((each) => sent !== undefined && decoded(each) === sent);
  if (at >= 0 && meant !== undefined) segments[at] = encodeURIComponent(meant);
  const all = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value === null) all.delete(name);
    else all.set(name, value);
  return segments.join('/') + (all.size > 0 ? `?${all.toString()}` : '');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
