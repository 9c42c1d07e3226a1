/** Known tool calls are answered before the framework: with the same answer and head, counted alike, and only when they came whole. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onSocket, type Answer } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
/** Which requests the short way was shown, and whether it knew them. */
let shown: boolean[] = [];
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
  await league.advance({ minutes: 35 });
  // The first call loads the SDK, which accepts the envelope.
  await ask(call());
  const { shortWays } = league.app.deps;
  const found = shortWays.find('/mcp');
  if (!found) throw new Error('/mcp has no short way');
  shortWays.set(found.operation, (request) => {
    let known: ReturnType<typeof found.way>;
    try {
      known = found.way(request);
    } finally {
      shown.push(known !== undefined);
    }
    return known;
  });
});
beforeEach(() => {
  shown = [];
});
afterAll(() => league.close());

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'short', version: '1' },
};
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'arena_icons', arguments: {}, _meta: meta },
});

interface Message {
  readonly head: string;
  readonly body: string;
}

function call({
  host = 'localhost',
  type = 'application/json',
  length = Buffer.byteLength(body),
  sent = body,
} = {}): Message {
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: ${host}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    'Mcp-Name: arena_icons',
  ];
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body: sent };
}

async function ask(message: Message): Promise<Answer> {
  return (await onSocket(league, message.head + message.body))[0] as Answer;
}

/** Sends the body when the server has read the head, so that no part of it comes with that. */
async function askInTwo({ head, body: sent }: Message): Promise<string> {
  const { hostname, port } = new URL(league.url);
  const begun = new Promise<void>((resolve) => league.app.http.server.once('request', () => resolve()));
  const socket = connect(Number(port), hostname, () => socket.write(head));
  await begun;
  await new Promise(setImmediate);
  socket.write(sent);
  const [bytes] = (await new Promise((resolve) => socket.once('data', (data) => resolve([data])))) as [Buffer];
  socket.destroy();
  return bytes.toString();
}

const left = ({ headers }: Answer): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

function comparable({ status, headers, text }: Answer): unknown {
  const { date: _date, 'x-request-id': _id, ratelimit: _left, ...head } = Object.fromEntries(headers);
  return { status, head, text };
}

test('a known call goes the short way, one of another media type the long one, and both are answered and counted alike', async () => {
  const quick = await ask(call());
  const slow = await ask(call({ type: 'application/json; charset=utf-8' }));
  const again = await ask(call());
  expect(shown).toEqual([true, true]);
  expect(quick.status).toBe(200);
  expect(quick.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(comparable(slow)).toEqual(comparable(quick));
  expect(comparable(again)).toEqual(comparable(quick));
  // A call is a read, and so is what it reads.
  expect([left(slow), left(again)]).toEqual([left(quick) - 2, left(quick) - 4]);
});

test('a call whose body comes after its head is not waited for here, and is answered', async () => {
  expect(await askInTwo(call())).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(shown).toEqual([]);
});

test.each([
  ['no JSON', { sent: body.replace('{', '['), length: Buffer.byteLength(body) }, 400],
  ['another envelope', { sent: body.replace('short', 'other'), length: Buffer.byteLength(body) }, 200],
  ['another host', { host: 'evil.example' }, 403],
])('%s: the framework answers, with the body that was looked at', async (_what, message, status) => {
  const answer = await ask(call(message));
  expect(shown).toEqual([false]);
  expect(answer.status).toBe(status);
});

test('more requests in one piece are answered in their order', async () => {
  const one = call();
  const icons = `GET /api/icons HTTP/1.1\r\nHost: x\r\n\r\n`;
  const answers = await onSocket(league, one.head + one.body + icons + one.head + one.body, 3);
  expect(answers.map((a) => a.text.startsWith('{"result":'))).toEqual([true, false, true]);
});

test('past the limit of reads it is refused as every request is', async () => {
  const first = await ask(call());
  for (let n = left(first); n > 0; n -= 2) await ask(call());
  const refused = await ask(call());
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
