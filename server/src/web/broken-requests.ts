/**
 * Requests that are no HTTP, too large in the head, or too slow: Node hands over the bare connection. They get an answer in the shape of
 * every error, in its place behind the answers to the requests before them, and the connection ends.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { errorBody } from './error-body.ts';
import { headersOfEveryAnswer } from './headers.ts';

export interface BrokenRequestDeps {
  /** How long a connection is left to read its answer, milliseconds. */
  readonly lingerMs: number;
  /** Told of every answer that the framework does not see. */
  readonly answered: (status: number, code: string) => void;
}

export interface BrokenRequests {
  /** To be told of every request before it is answered. */
  begun(response: ServerResponse): void;
  /** Node's `clientError`. */
  onClientError(cause: NodeJS.ErrnoException, socket: Socket): void;
}

export function createBrokenRequests({ lingerMs, answered }: BrokenRequestDeps): BrokenRequests {
  /** The answer to the last request of each connection; those before it are sent before it. */
  const lastAnswer = new WeakMap<Socket, ServerResponse>();
  /** What follows on these is read by nobody. */
  const ended = new WeakSet<Socket>();

  function onClientError(cause: NodeJS.ErrnoException, socket: Socket): void {
    if (ended.has(socket)) return;
    ended.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const e = errorOf(cause);
    const last = lastAnswer.get(socket);
    const inBody = last?.req.complete === false;
    // Of a request that was answered before its body was read there is no more to say.
    const answer = (): void => (inBody ? end(socket) : answerOn(socket, e));
    if (last === undefined || last.writableFinished) answer();
    else if (inBody && !last.headersSent) answerWith(last, e);
    else last.once('finish', answer);
  }

  function answerOn(socket: Socket, e: ApiError): void {
    const { body, headers } = answerOf(e);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    answered(e.status, e.code);
    end(socket, `HTTP/1.1 ${e.status} ${reasonPhrases[e.status]}\r\n${lines.join('')}\r\n${body}`);
  }

  function answerWith(response: ServerResponse, e: ApiError): void {
    const { body, headers } = answerOf(e);
    const { socket } = response.req;
    response.once('finish', () => end(socket));
    response.writeHead(e.status, headers).end(body);
  }

  /** Destroyed at once the client might lose what was written; left to the client it might stay for ever. */
  function end(socket: Socket, text = ''): void {
    if (socket.writable) socket.end(text);
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  }

  return { begun: (response) => void lastAnswer.set(response.req.socket, response), onClientError };
}

const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

function errorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(
      'request_timeout',
      `The head did not come within ${limits.requestHeadSeconds} s, or the whole request within ${limits.requestSeconds} s.`,
    );
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('head_too_large', `The head is larger than ${limits.requestHeadBytesMax} bytes.`);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ApiError('body_too_large', 'The extensions of its chunks are too large.', {
      fix: 'Send chunks without extensions.',
    });
  return new ApiError('invalid_json', 'The request is not well-formed HTTP.', {
    fix: 'Send a well-formed HTTP/1.1 request.',
  });
}

function answerOf(e: ApiError): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = JSON.stringify(errorBody(e));
  const headers = {
    ...headersOfEveryAnswer,
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { body, headers };
}

/** Lets the rest of a body that nobody wants come in. @param then called at its end, or after so long at most. */
export function whenRead(request: IncomingMessage, msMax: number, then: () => void): void {
  if (request.complete || request.destroyed) {
    then();
    return;
  }
  const timer = setTimeout(over, msMax);
  function over(): void {
    clearTimeout(timer);
    for (const event of ['end', 'close']) request.off(event, over);
    then();
  }
  for (const event of ['end', 'close']) request.on(event, over);
  request.resume();
}
