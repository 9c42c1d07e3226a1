/** What every answer has, whichever route gave it: limits told, encodings, problem details, trusted proxies. */
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
import { rateLimits } from 'papertape-contract/limits';
import { get, post, raw } from '../../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../../harness/league.ts';

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

test('HEAD is answered as GET is, without the body: made, from ready bytes, compressed, and with a tag', async () => {
  await open({ env: { PAPERTAPE_LIMITS: 'on' } });
  // The last two are of the connection: this client closes it after HEAD.
  const own = new Set(['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive']);
  const headOf = (answer: Response): unknown => [answer.status, [...answer.headers].filter(([name]) => !own.has(name))];
  const ask = (method: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${league.url}/rules.json`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  const left: string[] = [];
  for (const headers of [{}, {}, { 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
    const head = await ask('HEAD', headers);
    const whole = await ask('GET', headers);
    expect(await head.text()).toBe('');
    expect(headOf(head), JSON.stringify(headers)).toEqual(headOf(whole));
    left.push(...[head, whole].map((a) => /r=(\d+)/.exec(a.headers.get('ratelimit') ?? '')?.[1] ?? ''));
  }
  expect(left).toEqual(Array.from({ length: 8 }, (_, i) => String(reads - 1 - i)));
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
