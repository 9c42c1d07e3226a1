/** Clients that are slow, broken, or many, on real sockets: what they are told, and that their connections end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import type { HttpBounds } from '../../../src/web/connections.ts';
import { expectError, get, onSocket, type Answer } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { createTestLog, type TestLog } from '../../harness/log.ts';

let league: League;
let told: TestLog;
afterEach(() => league.close());

async function open(httpBounds: Partial<HttpBounds> = {}): Promise<void> {
  told = createTestLog('warn');
  league = await openLeague({ overrides: { httpBounds, log: told.log } });
}

const hasty: Partial<HttpBounds> = { headMs: 40, requestMs: 80, checkMs: 10, lingerMs: 20 };
const head = (lines: string): string => `POST /api/agents/register HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
const json = 'Content-Type: application/json\r\n';

/** Everything that comes until the other side closes. */
const toTheEnd = (bytes: string): Promise<Answer[]> => onSocket(league, bytes, Number.POSITIVE_INFINITY);

async function metric(name: string): Promise<number> {
  // Not on a connection, which may itself be late here.
  const { body: text } = await league.app.http.inject('/metrics');
  return Number(
    text
      .split('\n')
      .find((l) => l.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
}

test.each([
  ['nothing at all', ''],
  ['half a request line', 'GET /api/lea'],
  ['a head without an end', 'GET /api/leagues HTTP/1.1\r\nHost: x\r\nX: 1\r\n'],
  ['a body that does not come', head(`${json}Content-Length: 20\r\n`)],
  ['a body that stops', `${head(`${json}Content-Length: 20\r\n`)}{"name":`],
  ['a chunk that stops', `${head(`${json}Transfer-Encoding: chunked\r\n`)}5\r\n{"n`],
  ['a body that nobody reads', 'GET /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"'],
])('%s: 408 unless it was answered before, and the connection ends', async (what, bytes) => {
  // Answered before it is late, on a busy machine, too.
  await open(what === 'a body that nobody reads' ? { ...hasty, headMs: 2_000, requestMs: 2_000 } : hasty);
  const answers = await toTheEnd(bytes);
  expect(answers).toHaveLength(1);
  const [answer] = answers as [Answer];
  if (what === 'a body that nobody reads') expectError(answer, 'not_found');
  else {
    expectError(answer, 'request_timeout');
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await metric('papertape_http_answers_total{status="408"}')).toBe(1);
  }
  expect(told.lines).toEqual([]);
});

test('a request that is slow to come and in time is answered', async () => {
  await open();
  const socket = await connected();
  for (const byte of 'GET /api/leagues HTTP/1.1\r\nHost: x\r\n\r\n') {
    socket.write(byte);
    await new Promise(setImmediate);
  }
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  socket.destroy();
});

test('a client that was refused and does not close its side is let go', async () => {
  await open(hasty);
  const accepted = once(league.app.http.server, 'connection');
  const socket = await connected(true);
  socket.resume();
  const [theirs] = (await accepted) as [Socket];
  const closed = once(theirs, 'close');
  socket.write('hello\r\n\r\n');
  await closed;
  expect(socket.writable).toBe(true);
  socket.destroy();
});

test('of more connections than are taken one more is closed; when one ends there is room again', async () => {
  await open({ connectionsMax: 2 });
  const first = await connected();
  const theirs = serverSides.at(-1) as Socket;
  const second = await connected();
  await expect(toTheEnd('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).resolves.toEqual([]);
  const gone = once(theirs, 'close');
  first.destroy();
  await gone;
  const [answer] = await onSocket(league, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(answer?.status).toBe(200);
  second.destroy();
});

/** The other ends of `connected`, in their order. */
const serverSides: Socket[] = [];

async function connected(allowHalfOpen = false): Promise<Socket> {
  const { hostname, port } = new URL(league.url);
  const accepted = once(league.app.http.server, 'connection');
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  await once(socket, 'connect');
  serverSides.push(((await accepted) as [Socket])[0]);
  return socket;
}

test('the head may have so many bytes, and one more is too large', async () => {
  await open();
  const line = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: ';
  const padded = (bytes: number): string => `${line}${'a'.repeat(bytes - line.length - 4)}\r\n\r\n`;
  // Node counts names and values without what stands between them.
  const between = 'HTTP/1.1\r\n: \r\n: \r\n\r\n'.length + 5;
  const [fits] = await onSocket(league, padded(limits.requestHeadBytesMax - between));
  expect(fits?.status).toBe(200);
  for (const bytes of [limits.requestHeadBytesMax + between, 100_000, 3_000_000]) {
    const answers = await toTheEnd(padded(bytes));
    expect(answers, `${bytes}`).toHaveLength(1);
    expectError(answers[0] as Answer, 'head_too_large');
    expect(answers[0]?.headers.get('connection')).toBe('close');
  }
  expect(await metric('papertape_http_answers_total{status="431"}')).toBe(3);
});

test('what is broken behind a good request is answered behind it, however long that one takes', async () => {
  await open();
  const bot = await league.enter();
  const asked = `GET /api/agents/${bot.id}/state HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bot.key}\r\n\r\n`;
  const answers = await toTheEnd(`${asked}${asked}hello\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answers.map((a) => a.status)).toEqual([200, 200, 400]);
  expect(answers[0]?.json).toMatchObject({ agent_id: bot.id });
  expectError(answers[2] as Answer, 'invalid_json');
  const broken = await toTheEnd(`${asked}${head(`${json}Transfer-Encoding: chunked\r\n`)}zz\r\n`);
  expect(broken.map((a) => a.status)).toEqual([200, 400]);
  expectError(broken[1] as Answer, 'invalid_json');
  expect(told.lines).toEqual([]);
});

test('a connection goes on after a refusal, and pipelined requests are answered in their order', async () => {
  await open();
  const requests: [string, number][] = [
    ['GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['DELETE /api/leagues HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    [`${head(`${json}Content-Length: 1\r\n`)}{`, 400],
    [`${head('Content-Type: text/plain\r\nContent-Length: 2\r\n')}{}`, 415],
    ['GET /api/agents/agt_0000000000000000/state HTTP/1.1\r\nHost: x\r\n\r\n', 401],
    ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', 200],
  ];
  const all = requests.map(([bytes]) => bytes).join('');
  const answers = await onSocket(league, all, requests.length);
  expect(answers.map((a) => a.status)).toEqual(requests.map(([, status]) => status));
  const one = await connected();
  for (const [bytes, status] of requests) {
    one.write(bytes);
    const [answer] = (await once(one, 'data')) as [Buffer];
    expect(answer.toString('latin1', 0, 12)).toBe(`HTTP/1.1 ${status}`);
  }
  one.destroy();
});

test('whoever still sends a body that is too large is answered at its end, and not cut off', async () => {
  await open({ lingerMs: 600_000 });
  const { hostname, port } = new URL(league.url);
  const socket = connect(Number(port), hostname);
  let came = '';
  socket.on('data', (part) => (came += part.toString()));
  const large = limits.requestBodyBytesMax + 1;
  socket.write(`${head(`${json}Content-Length: ${large}\r\n`)}${'x'.repeat(large - 1)}`);
  for (let i = 0; i < 3; i++) await get(league, '/api/leagues');
  expect(came).toBe('');
  socket.write('x');
  await once(socket, 'close');
  expect(came).toMatch(/^HTTP\/1\.1 413 /);
});

test('a body that is too large is refused before it is there, and its rest is no request', async () => {
  await open({ lingerMs: 20 });
  const large = limits.requestBodyBytesMax + 1;
  const [early] = await onSocket(league, head(`${json}Content-Length: ${large}\r\n`));
  expectError(early as Answer, 'body_too_large');
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const body = smuggled.padEnd(large, ' ');
  const answers = await toTheEnd(`${head(`${json}Content-Length: ${large}\r\n`)}${body}`);
  expect(answers.map((a) => a.status)).toEqual([413]);
});

test('a client that goes away while it sends is no fault of the service', async () => {
  await open();
  const socket = await connected();
  const server = serverSides.at(-1) as Socket;
  const closed = once(server, 'close');
  socket.write(`${head(`${json}Content-Length: 20\r\n`)}{"name":`);
  await once(league.app.http.server, 'request');
  socket.destroy();
  await closed;
  const { text } = await get(league, '/metrics');
  expect(text).toContain('papertape_http_answers_total{status=');
  expect(text).not.toContain('status="500"');
  expect(told.lines).toEqual([]);
});

test('a request that is under way when the service stops is answered, and its connection does not hold up the stop', async () => {
  const release = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  league = await openLeague({
    overrides: {
      intake: (real) => ({
        ...real,
        async write(w) {
          if (w.order) {
            asked.resolve();
            await release.promise;
          }
          await real.write(w);
        },
      }),
    },
  });
  const bot = await league.enter();
  const order = bot.weights({});
  await asked.promise;
  const stopped = league.stop();
  setImmediate(() => release.resolve());
  expect(await order).toMatchObject({ order_id: expect.any(String) as string });
  await stopped;
});
