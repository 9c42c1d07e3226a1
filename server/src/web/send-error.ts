/** Whatever fails: one shape of error, RFC 9457 to those who ask for it, and no secret in a log. */
import type { FastifyReply } from 'fastify';
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { Log } from '../lib/log.ts';
import { isStorageFault } from '../storage/fault.ts';
import { unanswered } from '../storage/stored.ts';
import { errorBody } from './error-body.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { asksForProblem, problemMembers, problemType } from './problem.ts';

/** The address of a link that was sent by mail is as good as a key: no log holds it. */
export function withoutToken(url: string): string {
  return url.replace(/^\/(recover|contact|newsletter\/(?:confirm|leave))\/[^?]*/, '/$1/…');
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFault(error)) return unanswered(error);
  const code = frameworkCodes[(error as { code?: string } | undefined)?.code ?? ''];
  if (code === 'body_too_large')
    return new ApiError(code, `The body is larger than ${limits.requestBodyBytesMax} bytes.`);
  if (code === 'unsupported_media_type') return new ApiError(code, 'The body is not application/json.');
  if (code === 'invalid_json') return new ApiError(code, 'The body is empty or its length is wrong.');
  if (code) return new ApiError(code, 'The path cannot be read.');
  return new ApiError('internal', 'The service failed at this request.');
}

export function sendError(reply: FastifyReply, e: ApiError, log: Log): FastifyReply {
  if (reply.sent) {
    log.warn('an error came after the answer', { code: e.code });
    return reply;
  }
  const problem = asksForProblem(reply.request.headers.accept);
  const body = errorBody(e, reply.request.id, reply.request.url);
  const retry = e.status === 503 && e.headers['Retry-After'] === undefined ? { 'Retry-After': '30' } : {};
  return reply
    .code(e.status)
    .headers({ ...headersOfEveryAnswer, ...retry, ...e.headers, 'Cache-Control': 'no-store' })
    .type(problem ? problemType : 'application/json; charset=utf-8')
    .send(problem ? { ...problemMembers(e, reply.request.id), ...body } : body);
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};
