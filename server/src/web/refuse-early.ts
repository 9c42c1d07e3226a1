/** Refuses a request before the framework sees it, in the shape of every error. Its body is not read. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from 'papertape-contract/limits';
import { errorBody, type Told } from './error-body.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { asksForProblem, problemMembers, problemType } from './problem.ts';
import { jsonType } from './reply.ts';

export function refuseEarly(request: IncomingMessage, response: ServerResponse, e: Told): void {
  const requestId = randomUUID();
  const isProblem = asksForProblem(request.headers.accept);
  const body = errorBody(e, requestId);
  const text = JSON.stringify(isProblem ? { ...problemMembers(e, requestId), ...body } : body);
  response.writeHead(e.status, {
    ...headersOfEveryAnswer,
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': isProblem ? problemType : jsonType,
    'Content-Length': Buffer.byteLength(text),
    ...e.headers,
    // Node reads a body that nobody wanted to its end, so that the next request can come: one of unknown length is not waited for.
    ...(hasEnd(request) ? {} : { Connection: 'close' }),
  });
  response.end(text);
}

function hasEnd({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= limits.requestBodyBytesMax;
}
