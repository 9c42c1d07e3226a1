/** The body of every failure. */
import type { ApiError } from 'papertape-contract/errors';
import type { ErrorBody } from 'papertape-contract/error-body';

export function errorBody(e: ApiError, requestId?: string): ErrorBody {
  const opens = e.opensAt === undefined ? {} : { opens_at: e.opensAt };
  const body: ErrorBody = { detail: e.message, error: { code: e.code, fix: e.fix }, ...opens };
  return e.status === 500 && requestId !== undefined ? { ...body, request_id: requestId } : body;
}
