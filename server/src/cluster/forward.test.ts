/** The way on to the process that serves, with real servers on loopback: what is handed on, what is left out, and what ends when. */
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { ApiError } from 'papertape-contract/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestLog } from '../../test/harness/log.ts';
import { createServer } from '../lib/node-http.ts';
import { messageOf } from '../lib/text.ts';
import { createForwarder, type Forwarder } from './forward.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** @returns where it listens. */
async function listening(handler: Handler): Promise<{ readonly port: number; readonly url: string }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}

interface Front {
  readonly port: number;
  readonly url: string;
  /** Statuses that were told of. */
  readonly told: readonly number[];
  readonly forwarder: Forwarder;
}

/** A server that hands everything on. @param proxies whether connections come from a proxy. */
async function front(to: string | undefined, isBehindProxy = false): Promise<Front> {
  const told: number[] = [];
  const forwarder = createForwarder({
    to: () => to,
    whyNobody: () => 'Nobody is there.',
    isProxy: () => isBehindProxy,
    log: createTestLog().log,
    onAnswer: (status) => told.push(status),
  });
  const served = await listening((asked, response) => {
    const refuse = (e: ApiError): void => {
      response.writeHead(e.status, { ...e.headers, 'X-Code': e.code }).end(e.message);
    };
    forwarder.send({ request: asked, response, url: asked.url ?? '', addressOf: () => '192.0.2.7' }, refuse);
  });
  closers.push(() => Promise.resolve(forwarder.close()));
  return { ...served, told, forwarder };
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function whole(answer: IncomingMessage): Promise<Got> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

async function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> {
  const sent = request(url, { method, headers, agent: false }).end();
  return await whole(((await once(sent, 'response')) as [IncomingMessage])[0]);
}

describe('a request that is handed on', () => {
  test('has its method, address and fields, but for those of one connection and what it says of its own way', async () => {
    let seen: IncomingMessage | undefined;
    const { url } = await listening((asked, response) => {
      seen = asked;
      response
        .writeHead(207, 'Fine', { 'X-Is': 'kept', Connection: 'X-Hop', 'X-Hop': 'gone', Date: 'then' })
        .end('yes');
    });
    const { url: at, told } = await front(url);
    const answer = await ask(
      `${at}/a%20b?c=%2F`,
      {
        'X-Forwarded-For': '6.6.6.6',
        'X-Forwarded-Proto': 'https',
        'X-Real-IP': '6.6.6.6',
        Forwarded: 'for=6.6.6.6',
        Connection: 'close, X-Own',
        'X-Own': 'gone',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic x',
        Authorization: 'Bearer key',
        'Idempotency-Key': 'k',
      },
      'DELETE',
    );
    expect([seen?.method, seen?.url, seen?.headers]).toEqual([
      'DELETE',
      '/a%20b?c=%2F',
      {
        host: at.replace('http://', ''),
        authorization: 'Bearer key',
        'idempotency-key': 'k',
        'x-forwarded-for': '192.0.2.7',
        'x-forwarded-proto': 'http',
        connection: 'keep-alive',
      },
    ]);
    expect([answer.status, answer.text, answer.headers['x-is'], answer.headers.date]).toEqual([
      207,
      'yes',
      'kept',
      'then',
    ]);
    expect(answer.headers['x-hop']).toBeUndefined();
    expect(told).toEqual([207]);
  });

  test('says the scheme that a proxy said, and none where that one said none', async () => {
    const { url } = await listening((asked, response) => void response.end(String(asked.headers['x-forwarded-proto'])));
    const { url: at } = await front(url, true);
    expect((await ask(at, { 'X-Forwarded-Proto': 'https' })).text).toBe('https');
    expect((await ask(at)).text).toBe('undefined');
  });

  test('sends its body as it comes, and its answer too: neither side waits for the end of the other', async () => {
    const { url } = await listening((asked, response) => {
      expect(asked.headers['transfer-encoding']).toBe('chunked');
      response.flushHeaders();
      asked.pipe(response);
    });
    const { url: at } = await front(url);
    const sent = request(at, { method: 'POST', agent: false });
    sent.write('zero');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.setEncoding('utf8');
    expect(await once(answer, 'data')).toEqual(['zero']);
    for (const part of ['one', 'two']) {
      sent.write(part);
      expect(await once(answer, 'data')).toEqual([part]);
    }
    sent.end('three');
    expect((await whole(answer)).text).toBe('three');
  });
});

describe('where nobody answers', () => {
  const expectRefused = (answer: Got): void => {
    expect([answer.status, answer.headers['x-code']]).toEqual([503, 'not_ready']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  };

  test('nobody serves, the process is gone, or it ends the connection without a word: 503 not_ready, to be sent again', async () => {
    const none = await ask((await front(undefined)).url);
    expectRefused(none);
    expect(none.text).toBe('Nobody is there.');
    const free = await listening(() => undefined);
    await closers.pop()?.();
    expectRefused(await ask((await front(free.url)).url, {}, 'POST'));
    const mute = await listening((asked) => void asked.socket.destroy());
    expectRefused(await ask((await front(mute.url)).url));
  });

  test('an answer that breaks off half-way breaks off at the client, too', async () => {
    const { url } = await listening((asked, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => asked.socket.destroy());
    });
    await expect(ask((await front(url)).url)).rejects.toThrow('aborted');
  });
});

test('a client that goes away ends the request to the process that serves, before its answer and amid it', async () => {
  for (const isAnswered of [false, true]) {
    const arrived = Promise.withResolvers<Socket>();
    const { url } = await listening((asked, response) => {
      if (isAnswered) response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
      arrived.resolve(asked.socket);
    });
    const { port } = await front(url);
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    const upstream = await arrived.promise;
    const ended = once(upstream, 'close');
    expect(upstream.destroyed).toBe(false);
    if (isAnswered) await once(client, 'data');
    client.destroy();
    await ended;
    expect(upstream.destroyed).toBe(true);
  }
});

test('where it stops, streams end, and so do those that begin; all other answers are waited for', async () => {
  const waiting: ServerResponse[] = [];
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { url } = await listening((asked, response) => {
    if (asked.url === '/stream') response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    else arrived[waiting.push(response) - 1]?.resolve();
  });
  const { url: at, forwarder } = await front(url);
  const sent = request(`${at}/stream`, { agent: false }).end();
  const [stream] = (await once(sent, 'response')) as [IncomingMessage];
  await once(stream, 'data');
  const ended = endOf(once(stream, 'end'));
  const late = ask(`${at}/late`);
  await arrived[0]?.promise;
  const lateStream = endOf(ask(`${at}/late-stream`));
  await arrived[1]?.promise;
  forwarder.endStreams();
  expect(await ended).toBe('aborted');
  waiting[0]?.end('yes');
  waiting[1]?.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
  expect((await late).text).toBe('yes');
  expect(await lateStream).toMatch(/aborted|hang up/);
});

/** Why it broke off. */
async function endOf(answer: Promise<unknown>): Promise<string> {
  return await answer.then(() => 'whole', messageOf);
}
