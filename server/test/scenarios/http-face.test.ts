/** What every answer has, whichever route gave it: limits told, encodings, problem details, health, figures, trusted proxies. */
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/contract/errors.ts';
import { rateLimits } from '../../src/contract/limits.ts';
import { expectError, get, okJson, post } from '../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../harness/league.ts';

let league: League;
afterEach(() => league.close());
const open = async (options: LeagueOptions = {}): Promise<League> => (league = await openLeague(options));

const { count: reads, windowSeconds: readSeconds } = rateLimits.readsPerAddress;

test('every answer tells what is left of the limits that it counted against', async () => {
  await open({ env: { PAPERTAPE_LIMITS: 'on' } });
  const policy = `"readsPerAddress";q=${reads};w=${readSeconds}`;
  const paths = [
    '/api/leaderboard',
    '/api/leaderboard',
    '/api/status',
    '/api/nothing',
    '/rules.json',
    '/rules.json',
    '/',
  ];
  for (const [i, path] of paths.entries()) {
    const answer = await get(league, path);
    expect(answer.headers.get('ratelimit-policy'), path).toBe(policy);
    expect(answer.headers.get('ratelimit'), path).toMatch(
      new RegExp(`^"readsPerAddress";r=${reads - 1 - i};t=([1-9]|[1-5]\\d|60)$`),
    );
  }
  const bot = await league.enter();
  const order = await post(
    league,
    `/api/agents/${bot.id}/weights`,
    { date: '2026-03-02', weights: {} },
    { key: bot.key },
  );
  const { writesPerAddress, writesPerBot, ordersPerBot } = rateLimits;
  expect(order.headers.get('ratelimit')).toMatch(
    new RegExp(
      `^"writesPerAddress";r=${writesPerAddress.count - 2};t=\\d+, "writesPerBot";r=${writesPerBot.count - 1};t=\\d+, "ordersPerBot";r=${ordersPerBot.count - 1};t=\\d+$`,
    ),
  );
  expect(order.headers.get('ratelimit-policy')).toContain(`"ordersPerBot";q=${ordersPerBot.count};w=3600`);
});

test('limits off: nothing is told', async () => {
  await open();
  for (const path of ['/api/leaderboard', '/api/leaderboard', '/api/status'])
    expect((await get(league, path)).headers.has('ratelimit')).toBe(false);
});

/** The answer's bytes as they came. */
function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('compressed when asked for, with a tag of its own that answers 304; the same bytes inside', async () => {
  await open();
  const url = `${league.url}/rules.json`;
  for (const round of ['made', 'kept']) {
    const plain = await raw(url, {});
    const gzip = await raw(url, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding'], round).toBe('gzip');
    expect(plain.headers['content-encoding'], round).toBeUndefined();
    expect(gunzipSync(gzip.bytes).equals(plain.bytes), round).toBe(true);
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect([gzip.headers['vary'], plain.headers['vary']]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(gzip.headers['etag']).not.toBe(plain.headers['etag']);
    const again = await raw(url, { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers['etag']) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const other = await raw(url, { 'if-none-match': String(gzip.headers['etag']) });
    expect(other.status).toBe(200);
  }
});

test('problem details when asked for, on top of the usual members', async () => {
  await open();
  const asked = await get(league, '/api/leaderboard?page=0', {
    headers: { accept: 'application/problem+json, application/json' },
  });
  expect(asked.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(asked.json).toMatchObject({
    type: '/rules.json#invalid_query',
    title: 'invalid query',
    status: 400,
    detail: expect.stringContaining('page'),
    error: { code: 'invalid_query', fix: errorCatalogue.invalid_query.fix },
    instance: `urn:uuid:${asked.headers.get('x-request-id')}`,
  });
  const usual = await get(league, '/api/leaderboard?page=0');
  expect(usual.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(usual.json as object).toSorted()).toEqual(['detail', 'error']);
});

test('alive at once, ready while no mark is late, and it says when it is not', async () => {
  await open({ start: '2026-03-02T00:01:00Z' });
  expect(okJson(await get(league, '/healthz'))).toEqual({ ok: true });
  expect(okJson(await get(league, '/readyz'))).toEqual({ ok: true, last_mark: null });
  await league.advanceTo('2026-03-02T00:05:00Z');
  expect(okJson(await get(league, '/readyz'))).toEqual({ ok: true, last_mark: '2026-03-02T00:05:00.000Z' });
  league.clock.set(Date.parse('2026-03-02T00:10:00Z') - 1);
  okJson(await get(league, '/readyz'));
  league.clock.set(Date.parse('2026-03-02T00:10:00Z'));
  const late = await get(league, '/readyz');
  expectError(late, 'not_ready');
  expect(late.headers.get('retry-after')).toBe('5');
  expect(okJson(await get(league, '/healthz'))).toEqual({ ok: true });
  await league.app.runEngine();
  okJson(await get(league, '/readyz'));
});

test('/metrics tells the pipeline: orders taken and decided, marks, limits hit', async () => {
  await open({ start: '2026-03-02T00:01:00Z', env: { PAPERTAPE_LIMITS: 'on' } });
  const value = async (name: string): Promise<number | undefined> => {
    const answer = await get(league, '/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const line = answer.text.split('\n').find((l) => l.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
  expect(await value('papertape_last_mark_timestamp_seconds')).toBeUndefined();
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  expect(await value('papertape_orders_pending')).toBe(1);
  expect(await value('papertape_order_ack_seconds_count')).toBe(1);
  await league.advance({ minutes: 40 });
  expect(await value('papertape_orders_pending')).toBe(0);
  expect(await value('papertape_fills_total')).toBe(1);
  expect(await value('papertape_marks_total')).toBe(8);
  expect(await value('papertape_marks_late')).toBe(0);
  for (let i = 0; i < rateLimits.writesPerAddress.count; i++) await post(league, '/nothing', {});
  expect(await value('papertape_rate_limited_total{limit="writesPerAddress"}')).toBe(2);
  expect(await value('papertape_http_answers_total{status="429"}')).toBe(2);
});

test('a header from a stranger changes nothing; from a named proxy it tells the clients apart', async () => {
  await open({ env: { PAPERTAPE_LIMITS: 'on' } });
  const left = async (headers: Record<string, string>): Promise<string> =>
    /r=(\d+)/.exec((await post(league, '/nothing', {}, { headers })).headers.get('ratelimit') ?? '')?.[1] ?? '';
  const all = rateLimits.writesPerAddress.count;
  expect(await left({ 'x-forwarded-for': '203.0.113.1' })).toBe(String(all - 1));
  expect(await left({ 'x-forwarded-for': '203.0.113.2', 'x-real-ip': '203.0.113.3' })).toBe(String(all - 2));
  await league.close();
  await open({ env: { PAPERTAPE_LIMITS: 'on', PAPERTAPE_PROXIES: '127.0.0.0/8,::1' } });
  expect(await left({ 'x-forwarded-for': '203.0.113.1' })).toBe(String(all - 1));
  expect(await left({ 'x-forwarded-for': '203.0.113.2' })).toBe(String(all - 1));
  expect(await left({ 'x-forwarded-for': '6.6.6.6, 203.0.113.1' })).toBe(String(all - 2));
  expect(await left({ 'x-forwarded-for': '2001:db8::1' })).toBe(String(all - 1));
  expect(await left({ 'x-forwarded-for': '2001:db8::ffff' })).toBe(String(all - 2));
});
