import { describe, expect, it } from 'vitest';
import { errorReply, startService, type Asked, type Reply } from '../test/fake-service.ts';
import * as sample from '../test/samples.ts';
import { createClient, type Client } from './client.ts';
import type { ClientOptions } from './client-types.ts';
import { OrderRejectedError, PapertapeError, ReceiptError } from './errors.ts';

const { agentId, apiKey } = sample;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const noon = Date.parse('2026-11-21T12:00:00Z');

function clientOf(baseUrl: string, more: Partial<ClientOptions> = {}): { client: Client; slept: number[] } {
  const slept: number[] = [];
  const client = createClient({
    baseUrl,
    agentId,
    apiKey,
    now: () => noon,
    sleep: async (ms) => {
      slept.push(ms);
    },
    random: () => 0.5,
    // The samples are answers to one order; the tests send others.
    verifyReceipts: false,
    ...more,
  });
  return { client, slept };
}

async function failureOf(call: Promise<unknown>): Promise<PapertapeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PapertapeError)) throw new Error(`expected a PapertapeError, got ${String(error)}`);
  return error;
}

describe('paths', () => {
  const proof = {
    order_id: 'o',
    receipt: '',
    mark: '',
    anchored: false,
    log: null,
    how: '',
  };
  const mark = {
    mark: '',
    readings: [],
    log: { index: 0, entry: '', size: 0, root: '', path: [] },
    how: '',
  };
  const cases: [string, (c: Client) => Promise<unknown>, unknown, string, 'key' | 'open'][] = [
    ['register', (c) => c.register(registration), sample.seat, 'POST /api/agents/register', 'open'],
    ['universe', (c) => c.universe(), sample.universe, 'GET /api/universe', 'open'],
    ['universe of a league', (c) => c.universe('multi'), sample.universe, 'GET /api/universe?league=multi', 'open'],
    [
      'validate',
      (c) => c.validate('a&b', 'B T'),
      sample.validation,
      'GET /api/validate?league=a%26b&symbol=B%20T',
      'open',
    ],
    ['leagues', (c) => c.leagues(), sample.leagues, 'GET /api/leagues', 'open'],
    ['status', (c) => c.status(), sample.status, 'GET /api/status', 'open'],
    ['incidents', (c) => c.incidents({ page: 2 }), sample.incidents, 'GET /api/incidents?page=2', 'open'],
    ['seats', (c) => c.seats(), sample.seats, 'GET /api/seats', 'open'],
    ['giving', (c) => c.giving(), sample.seats, 'GET /api/giving', 'open'],
    ['icons', (c) => c.icons(), sample.icons, 'GET /api/icons', 'open'],
    ['maker', (c) => c.maker('mkr_x', { page: 2 }), sample.maker, 'GET /api/makers/mkr_x?page=2', 'open'],
    [
      'setProfile',
      (c) => c.setProfile({ logo: null }),
      sample.profileAck,
      `POST /api/agents/${agentId}/profile`,
      'key',
    ],
    ['setIcon', (c) => c.setIcon('🦊'), sample.profileAck, `POST /api/agents/${agentId}/icon`, 'key'],
    ['setOpenStrategy', (c) => c.setOpenStrategy(null), sample.profileAck, `POST /api/agents/${agentId}/maker`, 'key'],
    ['retire', (c) => c.retire(), sample.retireAck, `POST /api/agents/${agentId}/retire`, 'key'],
    ['weights', (c) => c.weights({}), sample.ack, `POST /api/agents/${agentId}/weights`, 'key'],
    ['preview', (c) => c.preview({}), sample.preview, `POST /api/agents/${agentId}/weights?preview=true`, 'key'],
    ['orders', (c) => c.orders(), sample.orders, `GET /api/agents/${agentId}/orders`, 'key'],
    [
      'orders, paged',
      (c) => c.orders({ page: 2, perPage: 9 }),
      sample.orders,
      `GET /api/agents/${agentId}/orders?page=2&per_page=9`,
      'key',
    ],
    ['order', (c) => c.order('ord_1'), sample.pendingOrder, `GET /api/agents/${agentId}/orders/ord_1`, 'key'],
    ['agent', (c) => c.agent('agt_o/ther'), sample.agent, 'GET /api/agents/agt_o%2Fther', 'open'],
    ['own agent', (c) => c.agent(), sample.agent, `GET /api/agents/${agentId}`, 'open'],
    ['trades', (c) => c.trades('agt_x', 3), sample.trades, 'GET /api/agents/agt_x/trades?page=3', 'open'],
    ['equity', (c) => c.equity('agt_x'), sample.equity, 'GET /api/agents/agt_x/equity', 'open'],
    ['statistics', (c) => c.statistics('agt_x'), sample.statistics, 'GET /api/agents/agt_x/statistics', 'open'],
    ['positions', (c) => c.positions('agt_x'), sample.positions, 'GET /api/agents/agt_x/positions', 'open'],
    ['state', (c) => c.state(), sample.state, `GET /api/agents/${agentId}/state`, 'key'],
    ['check', (c) => c.check(), sample.entryCheck, `POST /api/agents/${agentId}/check`, 'key'],
    ['leaderboard', (c) => c.leaderboard(), sample.board, 'GET /api/leaderboard', 'open'],
    [
      'leaderboard, paged',
      (c) => c.leaderboard({ league: 'multi', page: 2, perPage: 100 }),
      sample.board,
      'GET /api/leaderboard?league=multi&page=2&per_page=100',
      'open',
    ],
    [
      'markProof',
      (c) => c.markProof(new Date(noon)),
      mark,
      'GET /api/proofs/marks/2026-11-21T12%3A00%3A00.000Z',
      'open',
    ],
    ['orderProof', (c) => c.orderProof('ord_1'), proof, 'GET /api/proofs/orders/ord_1', 'open'],
    ['fillProof', (c) => c.fillProof('ord_1'), sample.fillProof, 'GET /api/fills/ord_1/proof', 'key'],
    [
      'closeProof',
      (c) => c.closeProof('multi', '2026-11-21', 'agt_x'),
      sample.closeProof,
      'GET /api/closes/multi/2026-11-21/proof?agent_id=agt_x',
      'open',
    ],
    ['agentProofs', (c) => c.agentProofs('agt_x'), sample.agentProofs, 'GET /api/agents/agt_x/proofs', 'open'],
    ['champions', (c) => c.champions('multi'), sample.champions, 'GET /api/leagues/multi/champions', 'open'],
    ['ladder', (c) => c.ladder('multi'), sample.ladder, 'GET /api/leagues/multi/ladder', 'open'],
    [
      'leaderboard, of a tier, sorted',
      (c) => c.leaderboard({ tier: 'Division 4', sort: 'week' }),
      sample.board,
      'GET /api/leaderboard?tier=Division%204&sort=week',
      'open',
    ],
    [
      'leagueMoves',
      (c) => c.leagueMoves('multi', { perPage: 5 }),
      sample.moves,
      'GET /api/leagues/multi/moves?per_page=5',
      'open',
    ],
    ['moves', (c) => c.moves(), sample.moves, `GET /api/agents/${agentId}/moves`, 'open'],
    ['rotateKey', (c) => c.rotateKey(), { agent_id: agentId, api_key: 'k' }, `POST /api/agents/${agentId}/key`, 'key'],
    [
      'recoverKey',
      (c) => c.recoverKey('a@example.com', 'agt_x'),
      sample.recoverAck,
      'POST /api/agents/agt_x/recover',
      'open',
    ],
    [
      'confirmContact',
      (c) => c.confirmContact('a@example.com'),
      sample.confirmAck,
      'POST /api/contacts/confirm',
      'open',
    ],
    ['rules', (c) => c.rules(), { version: '1.0' }, 'GET /rules.json', 'open'],
    [
      'rulesVersions',
      (c) => c.rulesVersions({ page: 2 }),
      sample.rulesVersions,
      'GET /api/rules/versions?page=2',
      'open',
    ],
    [
      'rulesVersion',
      (c) => c.rulesVersion('0123456789ab'),
      sample.rulesText,
      'GET /api/rules/versions/0123456789ab',
      'open',
    ],
    ['openapi', (c) => c.openapi(), { openapi: '3.1.0' }, 'GET /openapi.json', 'open'],
    ['health', (c) => c.health(), { ok: true }, 'GET /healthz', 'open'],
    ['readiness', (c) => c.readiness(), { ok: true, last_mark: null }, 'GET /readyz', 'open'],
    [
      'leaderboard, of a close',
      (c) => c.leaderboard({ asOf: '2026-11-20', week: '2026-W47' }),
      sample.board,
      'GET /api/leaderboard?as_of=2026-11-20&week=2026-W47',
      'open',
    ],
  ];

  it.each(cases)('%s', async (_, call, body, line, access) => {
    await using service = await startService([{ body }]);
    const { client } = clientOf(`${service.url}/`);
    expect(await call(client)).toEqual(body);
    const [asked] = service.asked as [Asked];
    expect(`${asked.method} ${asked.url}`).toBe(line);
    expect(asked.headers.authorization).toBe(access === 'key' ? `Bearer ${apiKey}` : undefined);
    const creates = asked.method === 'POST' && !/preview|recover|confirm/.test(asked.url);
    expect(uuid.test(String(asked.headers['idempotency-key']))).toBe(creates);
    expect(asked.headers['content-type']).toBe(asked.method === 'POST' ? 'application/json' : undefined);
  });

  it('tradesCsv answers the text, and nothing that is no CSV', async () => {
    const csv: Reply = { headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'date,symbol\n' };
    await using service = await startService([csv, { body: '<html>' }]);
    const { client } = clientOf(service.url);
    expect(await client.tradesCsv('agt_x')).toBe('date,symbol\n');
    expect(service.asked[0]?.url).toBe('/api/agents/agt_x/trades?format=csv');
    expect(await failureOf(client.tradesCsv('agt_x', { page: 2 }))).toMatchObject({ code: 'unreadable_answer' });
    expect(service.asked[1]?.url).toBe('/api/agents/agt_x/trades?page=2&format=csv');
  });

  it('llmsText and metrics answer texts', async () => {
    await using service = await startService([
      { headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: '# hi' },
      { headers: { 'content-type': 'text/plain; version=0.0.4' }, body: 'up 1\n' },
    ]);
    const { client } = clientOf(service.url);
    expect([await client.llmsText(), await client.metrics()]).toEqual(['# hi', 'up 1\n']);
    expect(service.asked.map((asked) => asked.url)).toEqual(['/llms.txt', '/metrics']);
  });

  it('keeps a path of the base address, and refuses what is no address', async () => {
    await using service = await startService([{ body: sample.status }]);
    await clientOf(`${service.url}/league/`).client.status();
    expect(service.asked[0]?.url).toBe('/league/api/status');
    expect(() => createClient({ baseUrl: 'localhost:4000' })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: 'file:///etc' })).toThrow(TypeError);
  });

  it('uses the fetch that it is given', async () => {
    const { client } = clientOf('https://league.example', {
      fetch: async (input) => Response.json({ ...sample.status, time: input }),
    });
    expect((await client.status()).time).toBe('https://league.example/api/status');
  });
});

describe('weights', () => {
  it('sends every digit, and today as the date', async () => {
    await using service = await startService([{ body: sample.ack }]);
    await clientOf(service.url).client.weights({ 'BTC-USD': '0.12345678901234567890', 'ETH-USD': 0.3 });
    expect(service.asked[0]?.body).toBe(
      '{"date":"2026-11-21","weights":{"BTC-USD":0.12345678901234567890,"ETH-USD":0.3}}',
    );
  });

  it('sends the choices', async () => {
    await using service = await startService([{ body: sample.ack }]);
    const { client } = clientOf(service.url);
    await client.weights({}, { date: '2026-01-02', sandbox: true, reason: 'a "b"', idempotencyKey: 'mine' });
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual({
      date: '2026-01-02',
      sandbox: true,
      reason: 'a "b"',
      weights: {},
    });
    expect(service.asked[0]?.headers['idempotency-key']).toBe('mine');
  });

  it('sends nothing when a weight is no number, or when there is no key', async () => {
    await using service = await startService([{ body: sample.ack }]);
    await expect(clientOf(service.url).client.weights({ 'BTC-USD': '0,5' })).rejects.toThrow(TypeError);
    const { client } = clientOf(service.url, { apiKey: undefined });
    expect(await failureOf(client.weights({}))).toMatchObject({ code: 'no_credentials', status: 0 });
    expect(await failureOf(createClient({ baseUrl: service.url }).state())).toMatchObject({ code: 'no_credentials' });
    expect(service.asked).toEqual([]);
  });
});

describe('repetition', () => {
  it('sends the same body and key after 429, 503 and a lost answer, and waits as asked', async () => {
    await using service = await startService([
      errorReply(429, 'rate_limited', { 'retry-after': '7' }),
      errorReply(503, 'storage_unavailable', { 'retry-after': 'Sat, 21 Nov 2026 12:00:03 GMT' }),
      { hangUp: true },
      { body: sample.ack },
    ]);
    const { client, slept } = clientOf(service.url);
    expect(await client.weights({ 'BTC-USD': '0.5' })).toEqual(sample.ack);
    expect(slept).toEqual([7_000, 3_000, 2_000]);
    expect(service.asked).toHaveLength(4);
    expect(new Set(service.asked.map((asked) => asked.headers['idempotency-key'])).size).toBe(1);
    expect(new Set(service.asked.map((asked) => asked.body)).size).toBe(1);
  });

  it('uses another key for another order', async () => {
    await using service = await startService([{ body: sample.ack }]);
    const { client } = clientOf(service.url);
    await client.weights({});
    await client.weights({});
    expect(new Set(service.asked.map((asked) => asked.headers['idempotency-key'])).size).toBe(2);
  });

  it('ends after the attempts that it has', async () => {
    await using service = await startService([errorReply(503, 'orders_closed', { 'retry-after': '1' })]);
    const { client, slept } = clientOf(service.url);
    expect(await failureOf(client.weights({}))).toMatchObject({
      status: 503,
      code: 'orders_closed',
      retryAfterSeconds: 1,
    });
    expect(service.asked).toHaveLength(4);
    expect(slept).toEqual([1_000, 1_000, 1_000]);
    const { client: once } = clientOf(service.url, { attemptsMax: 1 });
    await failureOf(once.status());
    expect(service.asked).toHaveLength(5);
  });

  it.each([502, 503, 504])('comes back after %i of a proxy, with the same key', async (status) => {
    await using service = await startService([
      { status, body: '<html>' },
      { status, body: '<html>', headers: { 'retry-after': '2' } },
      { body: sample.ack },
    ]);
    const { client, slept } = clientOf(service.url);
    expect(await client.weights({})).toEqual(sample.ack);
    expect(slept).toEqual([500, 2_000]);
    expect(new Set(service.asked.map((asked) => asked.headers['idempotency-key'])).size).toBe(1);
  });

  it('spreads its pauses, from three to five quarters', async () => {
    await using service = await startService([{ hangUp: true }]);
    const slow = clientOf(service.url, { random: () => 1 });
    const fast = clientOf(service.url, { random: () => 0 });
    await failureOf(slow.client.status());
    await failureOf(fast.client.status());
    expect([slow.slept, fast.slept]).toEqual([
      [625, 1_250, 2_500],
      [375, 750, 1_500],
    ]);
  });

  it('asks for readiness once', async () => {
    await using service = await startService([errorReply(503, 'not_ready', { 'retry-after': '1' })]);
    expect(await failureOf(clientOf(service.url).client.readiness())).toMatchObject({ code: 'not_ready' });
    expect(service.asked).toHaveLength(1);
  });

  it('does not wait for longer than it may, and not without Retry-After', async () => {
    await using service = await startService([
      errorReply(429, 'rate_limited', { 'retry-after': '3600' }),
      errorReply(503, 'orders_closed'),
      errorReply(503, 'orders_closed', { 'retry-after': 'soon' }),
    ]);
    const { client, slept } = clientOf(service.url);
    expect(await failureOf(client.weights({}))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 });
    expect(await failureOf(client.status())).toMatchObject({ code: 'orders_closed', retryAfterSeconds: null });
    expect(await failureOf(client.status())).toMatchObject({ retryAfterSeconds: null });
    expect(slept).toEqual([]);
  });

  it.each([400, 401, 403, 404, 409, 413, 500])('does not repeat after %i', async (status) => {
    await using service = await startService([errorReply(status, 'some_code', { 'retry-after': '1' })]);
    expect(await failureOf(clientOf(service.url).client.weights({}))).toMatchObject({ status, code: 'some_code' });
    expect(service.asked).toHaveLength(1);
  });

  it('waits while its own first request is still under way', async () => {
    await using service = await startService([
      { hangUp: true },
      errorReply(409, 'idempotency_conflict'),
      { body: sample.ack },
    ]);
    expect((await clientOf(service.url).client.weights({})).ok).toBe(true);
    await using conflict = await startService([errorReply(409, 'idempotency_conflict')]);
    expect(await failureOf(clientOf(conflict.url).client.weights({}))).toMatchObject({ code: 'idempotency_conflict' });
    expect(conflict.asked).toHaveLength(1);
  });

  it('does not send again what may have been accepted and was answered unreadably', async () => {
    await using service = await startService([{ body: '<html>' }]);
    await failureOf(clientOf(service.url).client.weights({}));
    expect(service.asked).toHaveLength(1);
  });
});

describe('errors', () => {
  it('carry what the service said', async () => {
    await using service = await startService([
      { status: 500, body: { detail: 'd', error: { code: 'internal', fix: 'f' }, request_id: 'req_1' } },
    ]);
    const error = await failureOf(clientOf(service.url).client.status());
    expect(error).toMatchObject({
      status: 500,
      code: 'internal',
      detail: 'd',
      fix: 'f',
      requestId: 'req_1',
      retryAfterSeconds: null,
    });
    expect(error.message).toBe('internal: d');
    expect(error).toBeInstanceOf(Error);
  });

  it('name the request by its header where the body does not', async () => {
    const named = { 'x-request-id': 'req_2' };
    await using service = await startService([
      errorReply(404, 'agent_not_found', named),
      { body: '<html>', headers: named },
    ]);
    const { client } = clientOf(service.url);
    expect(await failureOf(client.status())).toMatchObject({ code: 'agent_not_found', requestId: 'req_2' });
    expect(await failureOf(client.status())).toMatchObject({ code: 'unreadable_answer', requestId: 'req_2' });
  });

  it.each<[string, Reply, string]>([
    ['a page', { body: '<html>hello' }, 'it is not JSON'],
    ['nothing', { body: '' }, 'it is not JSON'],
    ['an array', { body: [] }, 'it is not an object'],
    ['null', { body: 'null' }, 'it is not an object'],
    ['a missing member', { body: { ...sample.status, time: undefined } }, '`time` is not a string'],
    ['a wrong type', { body: { ...sample.status, orders_open: 'yes' } }, '`orders_open` is not a boolean'],
    [
      'a hole below',
      { body: { ...sample.status, price_source: { kind: 'x' } } },
      '`price_source.live` is not a boolean',
    ],
    ['a page with a status', { status: 502, body: '<html>Bad gateway' }, '<html>Bad gateway'],
    ['another error body', { status: 400, body: { error: 'no' } }, 'no error body'],
  ])('are unreadable_answer for %s', async (_, reply, told) => {
    await using service = await startService([reply]);
    const error = await failureOf(clientOf(service.url).client.status());
    expect(error).toMatchObject({ code: 'unreadable_answer', status: reply.status ?? 200 });
    expect(error.detail).toContain(told);
  });

  it('name the item that is wrong, and never quote a good answer, which may hold a key', async () => {
    await using service = await startService([
      { body: { ...sample.board, rows: [sample.boardRow, { ...sample.boardRow, name: 3 }] } },
      { body: { ...sample.seat, tier: 1 } },
    ]);
    const { client } = clientOf(service.url);
    expect((await failureOf(client.leaderboard())).detail).toContain('`rows[1].name` is not a string');
    expect((await failureOf(client.register(registration))).detail).not.toContain(apiKey);
  });

  it('are unreachable and timeout where no answer came', async () => {
    const gone = await startService([{}]);
    await gone[Symbol.asyncDispose]();
    const { client, slept } = clientOf(gone.url);
    expect(await failureOf(client.status())).toMatchObject({ code: 'unreachable', status: 0 });
    expect(slept).toEqual([500, 1_000, 2_000]);
    await using silent = await startService([{ silent: true }]);
    const { client: hasty } = clientOf(silent.url, { timeoutMs: 1_000, attemptsMax: 2 });
    expect(await failureOf(hasty.status())).toMatchObject({ code: 'timeout', status: 0 });
    expect(silent.asked).toHaveLength(2);
  });
});

describe('rotateKey', () => {
  it('goes on with the new key', async () => {
    await using service = await startService(({ method }) =>
      method === 'POST' ? { body: { agent_id: agentId, api_key: 'ptk_new' } } : { body: sample.state },
    );
    const { client } = clientOf(service.url);
    expect((await client.rotateKey()).api_key).toBe('ptk_new');
    await client.state();
    expect(service.asked.map((asked) => `${asked.url} ${asked.headers.authorization}`)).toEqual([
      `/api/agents/${agentId}/key Bearer ${apiKey}`,
      `/api/agents/${agentId}/state Bearer ptk_new`,
    ]);
  });
});

describe('an order that was sent', () => {
  const status = { ...sample.status, time: '2026-11-21T12:00:01.500Z' };
  const service = (order: unknown) =>
    startService(({ method, url }) => {
      if (method === 'POST') return { body: sample.ack };
      return { body: url === '/api/status' ? status : order };
    });

  it('can be waited for: one question about the time, one after the window', async () => {
    await using up = await service(sample.filledOrder);
    const { client, slept } = clientOf(up.url);
    const order = await client.weights(sample.weights);
    expect(JSON.parse(JSON.stringify(order))).toEqual(sample.ack);
    expect((await order.filled()).trades).toHaveLength(1);
    expect(slept).toEqual([Date.parse(sample.ack.fills_by) - Date.parse(status.time) + 3_000]);
    expect(up.asked.map((asked) => asked.url.replace(/.*\//, ''))).toEqual(['weights', 'status', sample.ack.order_id]);
  });

  it('is an error once it is rejected', async () => {
    const rejection = { symbol: 'ETH-USD', price: '1', second_price: '2', bps: '10000', reason: null };
    await using up = await service({ ...sample.filledOrder, state: 'rejected', reason_code: 'pools_apart', rejection });
    const error = await failureOf((await clientOf(up.url).client.weights({})).filled());
    expect(error).toBeInstanceOf(OrderRejectedError);
    expect(error).toMatchObject({ code: 'order_rejected', reasonCode: 'pools_apart', symbol: 'ETH-USD', status: 200 });
    expect(error).toMatchObject({ order: { state: 'rejected' }, fix: expect.stringContaining('ETH-USD') });
  });

  it('ends the wait in the middle of a pause or of a question when the signal says so', async () => {
    await using up = await startService(({ method, url }) => {
      if (method === 'POST') return { body: sample.ack };
      return url === '/api/status' ? { body: status } : { silent: true };
    });
    const controller = new AbortController();
    const asleep = (await clientOf(up.url, { sleep: undefined }).client.weights({})).filled({
      signal: controller.signal,
    });
    const asking = clientOf(up.url).client.waitForOrder('x', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(asleep).rejects.toThrow('enough');
    await expect(asking).rejects.toThrow('enough');
  });
});

describe('a wait whose signal was aborted while a fetch went on', () => {
  it('does not begin to sleep', async () => {
    const controller = new AbortController();
    const { client } = clientOf('https://league.example', {
      sleep: undefined,
      fetch: async (_, init) => {
        if (init?.method === 'POST') return Response.json(sample.ack);
        controller.abort(new Error('enough'));
        return Response.json({ ...sample.status, time: sample.ack.received_at });
      },
    });
    const order = await client.weights({});
    await expect(order.filled({ signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('receipts', () => {
  const { weights } = sample;

  it('are recomputed when an order is sent', async () => {
    await using service = await startService([{ body: sample.ack }]);
    const { client } = clientOf(service.url, { verifyReceipts: undefined });
    expect(await client.weights(weights, { date: sample.ack.date })).toEqual(sample.ack);
  });

  it.each<[string, object, Parameters<Client['weights']>]>([
    ['other weights were received', {}, [{ 'BTC-USD': 0.6 }]],
    ['another reason was received', {}, [weights, { reason: 'mine' }]],
    ['the test became an order that counts', {}, [weights, { sandbox: true }]],
    ['the order has another date', {}, [weights, { date: '2026-01-01' }]],
    ['not the hash of this order', { received_at: '2026-11-21T12:00:01.501Z' }, [weights]],
    ['of another bot', { agent_id: 'agt_x' }, [weights]],
  ])('that do not hold are an error with the evidence: %s', async (_, change, sent) => {
    const ack = { ...sample.ack, ...change };
    await using service = await startService([{ body: ack }]);
    const error = await failureOf(clientOf(service.url, { verifyReceipts: true }).client.weights(...sent));
    expect(error).toBeInstanceOf(ReceiptError);
    expect(error).toMatchObject({ code: 'receipt_invalid', ack });
  });
});

const registration = { name: 'Alpha', company: 'Acme', contact: 'a@example.com', country: 'DE' };
