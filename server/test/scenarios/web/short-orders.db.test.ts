/** Orders that come whole are taken before the framework: with the same answer, head, limits, failures and metrics as behind it. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError, get, onSocket, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
/** How often the short way was gone. */
let gone = 0;
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
  await league.advance({ minutes: 35 });
  bot = await league.enter({ name: 'Short' });
  const { shortWays } = league.app.deps;
  const found = shortWays.find(`/api/agents/${bot.id}/weights`);
  if (!found) throw new Error('orders have no short way');
  shortWays.set(found.operation, (request) => {
    gone++;
    return found.way(request);
  });
});
afterAll(() => league.close());

interface Order {
  readonly body?: string;
  readonly key?: string;
  readonly path?: string;
  readonly headers?: readonly string[];
}

const good = '{"date":"2026-03-02","weights":{"BTC-USD":0.5},"reason":"é"}';

function partsOf({ body = good, key = bot.key, path = `/api/agents/${bot.id}/weights`, headers = [] }: Order) {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: Bearer ${key}`,
    ...headers,
  ];
  return [`${lines.join('\r\n')}\r\n\r\n`, body] as const;
}

async function inOne(order: Order): Promise<Answer> {
  return (await onSocket(league, partsOf(order).join('')))[0] as Answer;
}

/** Its body is sent when the server has read the head: the framework takes the order. */
async function inTwo(order: Order): Promise<Answer> {
  const [head, body] = partsOf(order);
  const { hostname, port } = new URL(league.url);
  const begun = new Promise<void>((resolve) => league.app.http.server.once('request', () => resolve()));
  const socket = connect(Number(port), hostname, () => socket.write(head));
  await begun;
  await new Promise(setImmediate);
  const bytes = await new Promise<Buffer>((resolve) => {
    socket.once('data', resolve);
    socket.write(body);
  });
  socket.destroy();
  const [first = '', text = ''] = bytes.toString().split('\r\n\r\n');
  const [status = '', ...lines] = first.split('\r\n');
  const headers = new Headers(lines.map((l) => l.split(': ', 2) as [string, string]));
  return { status: Number(status.split(' ')[1]), headers, text, json: JSON.parse(text) as unknown };
}

/** What both ways have in common: all but instants, ids and how much is left of the limits. */
function comparable({ status, headers, text }: Answer, withText = true): unknown {
  const head = Object.fromEntries(headers);
  const left = (head['ratelimit'] ?? '').replaceAll(/;r=\d+;t=\d+/g, '');
  return { status, head: { ...head, date: '', 'x-request-id': '', ratelimit: left }, text: withText ? text : '' };
}

test('the same head, and a repetition is the same answer whichever way', async () => {
  // A first order has no receipt before it, and is shorter.
  expect((await inOne({})).status).toBe(200);
  const keyed = { headers: ['Idempotency-Key: one'] };
  const first = await inOne(keyed);
  expect(gone).toBe(2);
  expect(first.status).toBe(200);
  expect(first.json).toMatchObject({ ok: true, state: 'pending', reason: 'é' });
  expect([...(first.headers.get('ratelimit') ?? '').matchAll(/"(\w+)"/g)].map((m) => m[1])).toEqual([
    'writesPerAddress',
    'writesPerBot',
    'ordersPerBot',
  ]);
  const behind = await inTwo({});
  expect(gone).toBe(2);
  expect(comparable(behind, false)).toEqual(comparable(first, false));
  const [again, againBehind] = [await inOne(keyed), await inTwo(keyed)];
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  expect(comparable(againBehind)).toEqual(comparable(again));
});

test.each([
  ['a weight below zero', { body: '{"date":"2026-03-02","weights":{"BTC-USD":-1}}' }, 'negative_weight'],
  ['no JSON', { body: '{"date":' }, 'invalid_json'],
  ['a key of nobody', { key: 'ptk_none' }, 'malformed_key'],
  ['another bot', { path: '/api/agents/agt_0000000000000000/weights' }, 'agent_not_found'],
  ['a bad key for repetitions', { headers: ['Idempotency-Key: é'] }, 'idempotency_key_invalid'],
] as const)('%s: the same failure, told of the same limits', async (_what, order, code) => {
  const before = gone;
  const [short, behind] = [await inOne(order), await inTwo(order)];
  expect(gone).toBe(before + 1);
  expectError(short, code);
  expect(comparable(short)).toEqual(comparable(behind));
  expect(short.headers.get('ratelimit')).not.toBeNull();
});

test.each(['?preview=true', '?'])('%s behind the path is for the framework', async (more) => {
  const before = gone;
  await inOne({ path: `/api/agents/${bot.id}/weights${more}` });
  expect(gone).toBe(before);
});

test('each is counted in the metrics, and an order with the time that it took', async () => {
  const count = async (): Promise<number> =>
    Number(/^papertape_order_ack_seconds_count (\d+)$/m.exec((await get(league, '/metrics')).text)?.[1]);
  const before = await count();
  expect((await inOne({})).status).toBe(200);
  expect((await inTwo({})).status).toBe(200);
  expect(await count()).toBe(before + 2);
});
