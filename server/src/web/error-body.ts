/** The body of every failure. */
import type { ApiError } from 'papertape-contract/errors';
import type { ErrorBody } from 'papertape-contract/error-body';

export function errorBody(e: ApiError, requestId?: string): ErrorBody {
  const body: ErrorBody = { detail: e.message, error: { code: e.code, fix: e.fix } };
  return e.status === 500 && requestId !== undefined ? { ...body, request_id: requestId } : body;
}
