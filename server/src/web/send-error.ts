/** Whatever fails: one shape of error, RFC 9457 to those who ask for it, and no secret in a log. */
import type { FastifyReply } from 'fastify';
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { htmlType, pageHeaders } from '../html/layout.tsx';
import { markdownType } from '../html/markdown.ts';
import type { Log } from '../lib/log.ts';
import type { ErrorPageProps } from '../pages/error-page.tsx';
import { isStorageFault } from '../storage/fault.ts';
import { unanswered } from '../storage/stored.ts';
import { prefersHtml, prefersMarkdown } from './alternates.ts';
import { errorBody } from './error-body.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { asksForProblem, problemMembers, problemType } from './problem.ts';

/** The address of a link that was sent by mail is as good as a key: no log holds it. */
export function withoutToken(url: string): string {
  return url.replace(/^\/(recover|contact|alerts\/stop|newsletter\/(?:confirm|leave))\/[^?]*/, '/$1/…');
}

/** @param bodyBytesMax of the operation that was asked. */
export function asApiError(error: unknown, bodyBytesMax: number = limits.requestBodyBytesMax): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFault(error)) return unanswered(error);
  const code = frameworkCodes[(error as { code?: string } | undefined)?.code ?? ''];
  if (code === 'body_too_large') return new ApiError(code, `The body is larger than ${bodyBytesMax} bytes.`);
  if (code === 'unsupported_media_type') return new ApiError(code, 'The body is not application/json.');
  if (code === 'invalid_json') return new ApiError(code, 'The body is empty or its length is wrong.');
  if (code) return new ApiError(code, 'The path cannot be read.');
  return new ApiError('internal', 'The service failed at this request.');
}

/** Makes the page, or its Markdown, that a person is told a failure by. */
export type ErrorTexts = (props: ErrorPageProps) => { readonly html: () => string; readonly markdown: () => string };

export function sendError(reply: FastifyReply, e: ApiError, log: Log, texts?: ErrorTexts): FastifyReply {
  if (reply.sent) {
    log.warn('an error came after the answer', { code: e.code });
    return reply;
  }
  const kind = texts && kindForPeople(reply, e);
  if (texts && kind) return sendToPerson(reply, e, kind, texts);
  const problem = asksForProblem(reply.request.headers.accept);
  const body = errorBody(e, reply.request.id, reply.request.url);
  const retry = e.status === 503 && e.headers['Retry-After'] === undefined ? { 'Retry-After': '30' } : {};
  return reply
    .code(e.status)
    .headers({ ...headersOfEveryAnswer, ...retry, ...e.headers, 'Cache-Control': 'no-store' })
    .type(problem ? problemType : 'application/json; charset=utf-8')
    .send(problem ? { ...problemMembers(e, reply.request.id), ...body } : body);
}

/**
 * A person is told by a page what has no operation, and what a form of a page was answered. An operation answers JSON whoever asks, since what
 * stands at its address is JSON.
 */
function kindForPeople({ request }: FastifyReply, e: ApiError): 'html' | 'markdown' | undefined {
  const { operation } = request.routeOptions.config;
  if (operation?.described === true || /^\/mcp(?:[/?]|$)/.test(request.url) || e.code === 'internal') return undefined;
  const { accept } = request.headers;
  if (prefersMarkdown(accept)) return 'markdown';
  return prefersHtml(accept) ? 'html' : undefined;
}

function sendToPerson(reply: FastifyReply, e: ApiError, kind: 'html' | 'markdown', texts: ErrorTexts): FastifyReply {
  const back = { href: '/', text: 'Go to the first page' };
  const made = texts({ status: e.status, detail: e.message, fix: e.fix, back });
  return reply
    .code(e.status)
    .headers({ ...headersOfEveryAnswer, ...(kind === 'html' ? pageHeaders : {}), ...e.headers })
    .headers({ 'Cache-Control': 'no-store', Vary: 'Accept' })
    .type(kind === 'html' ? htmlType : markdownType)
    .send(made[kind]());
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};
