/** Reading: the board with its pages, ties and newcomers, profiles, the trade log, conditional requests, methods, CORS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from 'papertape-contract/board';
import type { TradeLog } from 'papertape-contract/order';
import { expectError, get, okJson, onSocket, post, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let trader: Bot;
const idle: Bot[] = [];
beforeAll(async () => {
  league = await openLeague();
  trader = await league.enter({ company: '=cmd()', name: 'Trader, "quoted"' });
  for (let i = 0; i < 3; i++) idle.push(await league.enter());
  await trader.weights({ 'BTC-USD': 0.7, 'DOGE-USD': 0.3 });
  await league.advance({ days: 1 });
});
afterAll(() => league.close());

const board = async (query = ''): Promise<Board> =>
  okJson<Board>(await get(league, `/api/leaderboard?league=spot_crypto${query.replace('?', '&')}`));

describe('board', () => {
  test('ranks, ties and the ranks that a tie skips', async () => {
    const { rows, total, pages, tiers, as_of, next_close, market_baselines } = await board();
    expect({ total, pages, tiers, as_of, next_close }).toEqual({
      total: 4,
      pages: 1,
      tiers: [{ tier: 'Qualifying', bots: 4 }],
      as_of: '2026-03-03T00:00:00.000Z',
      next_close: '2026-03-04T00:00:00.000Z',
    });
    const mine = rows.find((r) => r.agent_id === trader.id);
    const ahead = (mine?.value_usd ?? 0) > 100_000;
    expect(rows.map((r) => r.rank)).toEqual(ahead ? [1, 2, 2, 2] : [1, 1, 1, 4]);
    expect(rows.map((r) => r.tied)).toEqual(ahead ? [false, true, true, true] : [true, true, true, false]);
    expect(mine).toMatchObject({ trades: 2, move: null, line: [{ date: '2026-03-03' }], house: false });
    expect(market_baselines.map((b) => b.id)).toHaveLength(3);
    expect((await get(league, '/leaderboard.json?league=spot_crypto')).text).toBe(
      (await get(league, '/api/leaderboard?league=spot_crypto')).text,
    );
  });

  test('before the first close all are tied first with $100,000', async () => {
    const fresh = await openLeague();
    try {
      expect(okJson<Board>(await get(fresh, '/api/leaderboard?league=spot_crypto'))).toMatchObject({
        total: 0,
        pages: 1,
        rows: [],
        tiers: [],
        as_of: null,
      });
      const bots = [await fresh.enter(), await fresh.enter(), await fresh.enter()];
      await bots[0]?.weights({ 'BTC-USD': 1 });
      await fresh.advance({ hours: 5 });
      const { rows } = okJson<Board>(await get(fresh, '/api/leaderboard?league=spot_crypto'));
      expect(rows.map((r) => [r.agent_id, r.rank, r.tied, r.value_usd, r.move, r.trades])).toEqual(
        bots.map((b) => [b.id, 1, true, 100_000, null, 0]),
      );
    } finally {
      await fresh.close();
    }
  });

  test('a newcomer stands where $100,000 stands, at once', async () => {
    const before = await board();
    const newcomer = await league.enter();
    const after = await board();
    expect(after.total).toBe(before.total + 1);
    const row = after.rows.find((r) => r.agent_id === newcomer.id);
    const tiedWith = after.rows.find((r) => r.agent_id === idle[0]?.id);
    expect(row).toMatchObject({ rank: tiedWith?.rank, tied: true, value_usd: 100_000, line: [], move: null });
    expect(await newcomer.agent()).toMatchObject({ rank: row?.rank, tied: true, as_of: null });
    const loser = after.rows.find((r) => r.value_usd < 100_000);
    const loserBefore = before.rows.find((r) => r.agent_id === loser?.agent_id);
    if (loser) expect(loser.rank).toBe((loserBefore?.rank ?? 0) + 1);
  });

  test('pages: their edges, and what is no page', async () => {
    const { total } = await board();
    const all = (await board('?per_page=100')).rows.map((r) => r.agent_id);
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page++) {
      const view = await board(`?page=${page}&per_page=2`);
      expect(view).toMatchObject({ page, per_page: 2, pages: Math.ceil(total / 2), total });
      paged.push(...view.rows.map((r) => r.agent_id));
    }
    expect(paged).toEqual(all);
    expect((await board('?page=99')).rows).toEqual([]);
    expect((await board('?page=1000000&per_page=1')).rows).toEqual([]);
    for (const bad of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=1e3',
      'page=',
      'page=x',
      'page=1000001',
      'per_page=0',
      'per_page=101',
      'page=1&page=2',
      'per_page=%31%20',
    ]) {
      expectError(await get(league, `/api/leaderboard?${bad}`), 'invalid_query');
    }
    for (const bad of ['league=', 'league=nowhere', 'league=__proto__'])
      expectError(await get(league, `/api/leaderboard?${bad}`), 'unknown_league');
  });

  test('the move is against the close before', async () => {
    await league.advance({ days: 1 });
    for (const row of (await board()).rows) {
      expect(row.move === null, row.name).toBe(row.line.length === 1);
      if (row.agent_id === trader.id) expect(row.line).toHaveLength(2);
    }
  });
});

test('the trade log as JSON and as CSV', async () => {
  const log = okJson<TradeLog>(await get(league, `/api/agents/${trader.id}/trades`));
  expect(log).toMatchObject({ agent_id: trader.id, page: 1, pages: 1, total: 1 });
  const csv = await get(league, `/api/agents/${trader.id}/trades?format=csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${trader.id}-trades.csv"`);
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toBe('date,time,order_id,symbol,side,units,fill_price,cost,fee,spread');
  expect(lines.slice(1, -1)).toEqual(
    log.trades.map((t) =>
      [t.date, t.time, t.order_id, t.symbol, t.side, t.units, t.fill_price, t.cost, t.fee, t.spread].join(','),
    ),
  );
  expect(await trader.tradesCsv()).toBe(csv.text);
});

describe('conditional requests', () => {
  const paths = (): string[] => [
    '/api/leaderboard?league=spot_crypto',
    '/api/universe?league=spot_crypto',
    '/api/validate?league=multi&symbol=BTC-USD',
    '/api/leagues',
    '/api/seats',
    '/api/status',
    `/api/agents/${trader.id}`,
    `/api/agents/${trader.id}/trades`,
    `/api/agents/${trader.id}/equity`,
    `/api/agents/${trader.id}/positions`,
    '/api/proofs/marks/2026-03-02T00:05:00Z',
  ];

  test('a tag, a list with it, its weak form and * get 304 without a body, first and later', async () => {
    for (const path of paths()) {
      const first = await get(league, path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag, path).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toMatch(/^public/);
      for (const asked of [etag, `"x", ${etag}`, `W/${etag}`, `"x",W/${etag} , "y"`, '*']) {
        const again = await get(league, path, { headers: { 'if-none-match': asked } });
        expect([again.status, again.text, again.headers.get('etag')], `${path} ${asked}`).toEqual([304, '', etag]);
      }
      for (const other of ['"x"', etag.slice(1, -1), '']) {
        const full = await get(league, path, { headers: { 'if-none-match': other } });
        expect([full.status, full.text]).toEqual([200, first.text]);
      }
    }
  });

  test('HEAD answers what GET would, without the body', async () => {
    for (const path of paths()) {
      const plain = { headers: { 'accept-encoding': 'identity' } };
      const [full, head] = [await get(league, path, plain), await send(league, 'HEAD', path, plain)];
      expect([head.status, head.text, head.headers.get('etag')], path).toEqual([200, '', full.headers.get('etag')]);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(full.text)));
    }
    expect((await send(league, 'HEAD', '/api/nothing')).status).toBe(404);
  });

  test('the tag changes with what it stands for: a registration, a mark', async () => {
    const tags = async (): Promise<(string | null)[]> =>
      await Promise.all(
        paths()
          .slice(0, 2)
          .map(async (p) => (await get(league, p)).headers.get('etag')),
      );
    const [boardTag, universeTag] = await tags();
    await league.enter();
    const afterEntry = await tags();
    expect(afterEntry[0]).not.toBe(boardTag);
    await league.advance({ minutes: 5 });
    expect((await tags())[1]).not.toBe(universeTag);
  });
});

describe('methods', () => {
  test('every known path says what it takes', async () => {
    const own = `/api/agents/${trader.id}`;
    const known: [string, string[]][] = [
      ...[
        '/api/universe',
        '/api/validate',
        '/api/leagues',
        '/leagues.json',
        '/api/seats',
        '/api/status',
        '/api/leaderboard',
        '/leaderboard.json',
        own,
        `${own}/trades`,
        `${own}/equity`,
        `${own}/positions`,
        `${own}/state`,
        `${own}/orders`,
        `${own}/orders/x`,
        '/api/proofs/marks/x',
        '/api/proofs/orders/x',
      ].map((p): [string, string[]] => [p, ['GET', 'HEAD']]),
      ...['/api/agents/register', `${own}/weights`, `${own}/check`, `${own}/key`].map((p): [string, string[]] => [
        p,
        ['POST'],
      ]),
    ];
    for (const [path, taken] of known) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => !taken.includes(m))) {
        const answer = await send(
          league,
          method,
          path,
          method === 'HEAD' || method === 'GET' ? {} : { body: 'x', headers: { 'content-type': 'text/plain' } },
        );
        expect(answer.status, `${method} ${path}`).toBe(405);
        expect(answer.headers.get('allow')).toBe([...taken, 'OPTIONS'].join(', '));
        if (method !== 'HEAD') expectError(answer, 'method_not_allowed');
      }
      const options = await send(league, 'OPTIONS', path);
      expect([options.status, options.text]).toEqual([204, '']);
      expect(options.headers.get('allow')).toBe([...taken, 'OPTIONS'].join(', '));
    }
  });

  test('browsers of any origin may call, and read what they need', async () => {
    const preflight = await send(league, 'OPTIONS', `/api/agents/${trader.id}/weights`, {
      headers: {
        origin: 'https://app.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.get('access-control-max-age')).toBe('600');
    for (const answer of [
      await get(league, '/api/leaderboard?league=spot_crypto'),
      await get(league, '/nothing'),
      await post(league, '/api/agents/register', {}),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/ETag/);
    }
  });

  test('two requests on one connection, the second one waiting', async () => {
    const one = 'GET /api/status HTTP/1.1\r\nHost: x\r\n\r\n';
    expect((await onSocket(league, one + one, 2)).map((a) => a.status)).toEqual([200, 200]);
  });
});
