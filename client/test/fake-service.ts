/** A real HTTP server on 127.0.0.1 that answers what a test tells it to, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Cut the connection instead. */
  readonly hangUp?: true;
  /** Never answer. */
  readonly silent?: true;
}

export type Responder = (asked: Asked) => Reply;

export interface FakeService extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
}

/** @param replies in order, the last one again and again; or a function. */
export async function startService(replies: readonly Reply[] | Responder): Promise<FakeService> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(one);
      const reply =
        typeof replies === 'function' ? replies(one) : (replies[Math.min(asked.length, replies.length) - 1] as Reply);
      if (reply.silent) return;
      if (reply.hangUp) {
        request.socket.destroy();
        return;
      }
      const isText = typeof reply.body === 'string';
      response.writeHead(reply.status ?? 200, {
        'content-type': isText ? 'text/html' : 'application/json; charset=utf-8',
        ...reply.headers,
      });
      response.end(isText ? reply.body : JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Body of a failure. */
export function errorReply(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: { detail: `detail of ${code}`, error: { code, fix: `fix of ${code}` } } };
}
