/**
 * What every refusal must be, whichever door it comes out of: a code of the error catalogue, one that the operation names, with its
 * status and the headers that go with it, and words in both `detail` and `fix`. Pages refuse in HTML, their alternates in Markdown, /mcp in JSON-RPC.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import type { ErrorBody } from 'papertape-contract/error-body';
import { codesOf, codesOnTheWay, operations, type Operation } from './operations.ts';
import { toolSpecsOf } from '../../src/web/mcp/tool-specs.ts';

/** Codes of what is no operation: paths that are not there, methods that they do not take, documents, pages and /mcp. */
const codesAnywhere: readonly ErrorCode[] = ['not_found', 'method_not_allowed', 'rate_limited', 'internal'];
const codesByRoute: Readonly<Record<string, readonly ErrorCode[]>> = {
  'POST /mcp': ['origin_refused', 'invalid_query', 'body_too_large', 'unsupported_media_type'],
  'GET /showcase/:id.png': ['overloaded'],
  'POST /recover/:token': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  'POST /contact/:token': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  'POST /register': ['body_too_large', 'unsupported_media_type', 'storage_unavailable', 'idempotency_conflict'],
  'POST /newsletter': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  'POST /newsletter/confirm/:token': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  'POST /alerts/stop/:token': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  'POST /newsletter/leave/:token': ['body_too_large', 'unsupported_media_type', 'storage_unavailable'],
};
/** Statuses of pages that are no pages, and of those that tell a person of a failure that programs are told in JSON. */
const pageStatuses: readonly number[] = [400, 403, 404, 405, 409, 413, 415, 429, 503];
/** Statuses of refusals at the operator's page, whose forms are no operations. */
const deskStatuses: readonly number[] = [401, 403, 422, 429];

/** @returns what is wrong with a refusal, as a sentence; undefined when it is as it must be. */
export function refusalProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation | undefined,
  text: string,
): string | undefined {
  const status = reply.statusCode;
  const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? '';
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  if (type === 'text/html' || type === 'text/markdown') return pageProblem(route, status, text, type);
  if (request.method === 'HEAD') return undefined; // it has no body to look into
  const body = parsed(text);
  // What /mcp answers in its own words is looked at there.
  if (route === 'POST /mcp' && body?.['jsonrpc'] === '2.0') return undefined;
  if (type !== 'application/json' && type !== 'application/problem+json') return `it refused as ${type}`;
  const known: readonly ErrorCode[] = operation
    ? [...codesOf(operation), ...codesOnTheWay]
    : [...codesAnywhere, ...(codesByRoute[route] ?? [])];
  const problem = bodyProblem(body, known, status);
  if (problem !== undefined) return problem;
  const has = (header: string): boolean => reply.getHeader(header) !== undefined;
  if (status === 401 && !has('www-authenticate')) return '401 without WWW-Authenticate';
  if (status === 405 && !has('allow')) return '405 without Allow';
  if (status === 429 && !has('retry-after')) return '429 without Retry-After';
  if (status === 503 && !(Number(reply.getHeader('retry-after')) > 0)) return '503 without Retry-After';
  return undefined;
}

/** @param known the codes that may come. @param status undefined where the answer has none of its own. */
function bodyProblem(body: unknown, known: readonly string[], status?: number): string | undefined {
  const { detail, error } = (body ?? {}) as Partial<ErrorBody>;
  const said = JSON.stringify(body ?? null).slice(0, 300);
  if (typeof error?.code !== 'string' || !Object.hasOwn(errorCatalogue, error.code))
    return `a refusal without a code of the catalogue: ${said}`;
  if (!known.includes(error.code)) return `it does not say that it answers ${error.code}: ${said}`;
  if (status !== undefined && errorCatalogue[error.code as ErrorCode].status !== status)
    return `${error.code} with status ${status}`;
  if (typeof detail !== 'string' || detail.trim() === '') return `a refusal without detail: ${said}`;
  if (typeof error.fix !== 'string' || error.fix.trim() === '') return `a refusal without fix: ${said}`;
  return undefined;
}

/** A page has no code; it names its status, says what is wrong, and shows a way on. */
function pageProblem(route: string, status: number, text: string, type: string): string | undefined {
  const known = route.startsWith('POST /operator/') ? deskStatuses : pageStatuses;
  if (!known.includes(status)) return `a page with status ${status}`;
  // A form that was refused is shown again: each fault stands beside its field, and leads there.
  const isForm = /^POST \/(?:register|sponsor|extras\/:product)$/.test(route) && status === 400;
  if (isForm && /role="alert".*<a href="#(\w+)">.*id="\1-fault"/s.test(text)) return undefined;
  const form =
    type === 'text/html'
      ? /<p class="status">(\d+)<\/p>.*<bdi>[^<]+<\/bdi>.*<a href="[^"]+">[^<]+<\/a>/s
      : /^(\d+)$.*^# .+$.*\[.+\]\(.+\)/ms;
  return form.exec(text)?.[1] === String(status) ? undefined : `it is no page of an error: ${text.slice(-500)}`;
}

/** Codes of JSON-RPC and of MCP (2026-07-28) that /mcp may answer. */
const rpcCodes: readonly number[] = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_020, -32_021, -32_022, -32_000];
/** What a tool itself may refuse, before or beside the operations that it wraps. */
const codesOfTools: readonly ErrorCode[] = [
  'missing_field',
  'invalid_field',
  // A message may be larger than what the operation of its tool takes.
  'body_too_large',
  'internal',
  'banned',
  'address_banned',
];
const operationById = new Map(operations.map((o) => [o.id, o]));

/** @param asked the message's bytes. @param answered JSON, or an event stream of messages. */
export function mcpProblem(asked: unknown, answered: string): string | undefined {
  const texts = answered.startsWith('{')
    ? [answered]
    : answered.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  for (const text of texts) {
    const message = parsed(text);
    if (message?.['jsonrpc'] !== '2.0') continue; // a refusal in the words of HTTP, looked at there
    const { error, result } = message as {
      error?: { code: number; data?: unknown };
      result?: { isError?: boolean; structuredContent?: unknown; content?: readonly { readonly text: string }[] };
    };
    if (error && !rpcCodes.includes(error.code)) return `an unknown code of JSON-RPC: ${error.code}`;
    const data = error?.data as Record<string, unknown> | undefined;
    if (data !== undefined && 'detail' in data) {
      const problem = bodyProblem(data, Object.keys(errorCatalogue));
      if (problem !== undefined) return problem;
    }
    if (result?.isError === true) {
      // To clients of before structured answers the same is text.
      const said = result.structuredContent ?? parsed(result.content?.[0]?.text ?? '');
      const problem = bodyProblem(said, codesOfTool(asked));
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function codesOfTool(asked: unknown): readonly ErrorCode[] {
  const message = Buffer.isBuffer(asked) ? parsed(asked.toString().replace(/^\uFEFF/, '')) : undefined;
  const name = (message?.['params'] as { name?: string } | undefined)?.name;
  const wrapped = toolSpecsOf(operations).find((t) => t.name === name)?.operations ?? [];
  return [...codesOfTools, ...wrapped.flatMap((id) => codesOf(operationById.get(id) as Operation))];
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
