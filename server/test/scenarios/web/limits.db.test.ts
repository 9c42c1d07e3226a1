/** Rate limits through the real app: each at its exact edge, told apart, and not to be got round. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey } from '../../../src/bots/key.ts';
import { rateLimits } from 'papertape-contract/limits';
import { expectError, get, okJson, post, send, type Answer } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { postEntry } from '../../harness/showcase.ts';

const order = { date: '2026-03-02', weights: {} };
let league: League;
beforeEach(async () => {
  league = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
});
afterEach(() => league.close());

function expectLimited(answer: Answer, name: keyof typeof rateLimits): void {
  const { count, windowSeconds } = rateLimits[name];
  expectError(answer, 'rate_limited');
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(windowSeconds);
  expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${wait}`);
  expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${count};w=${windowSeconds}`);
}

test('600 reads a minute, whether from ready bytes, made anew or not there; writes have a count of their own', async () => {
  const paths = [
    '/api/leaderboard',
    '/api/leaderboard?x=1',
    '/api/status',
    '/nothing',
    '/api/agents/agt_0000000000000000',
  ];
  for (let i = 0; i < rateLimits.readsPerAddress.count; i++) {
    const answer = await send(league, i % 7 === 6 ? 'HEAD' : 'GET', paths[i % paths.length] as string);
    expect(answer.status, `${i}`).not.toBe(429);
  }
  for (const path of paths) expectLimited(await get(league, path), 'readsPerAddress');
  expect((await send(league, 'HEAD', '/api/status')).status).toBe(429);
  expectError(await post(league, '/api/agents/register', {}), 'missing_field');
});

test('60 writes a minute, refused ones and unknown paths counted too', async () => {
  for (let i = 0; i < rateLimits.writesPerAddress.count; i++) {
    expect((await post(league, i % 2 ? '/nothing' : '/api/agents/x/weights', {})).status).not.toBe(429);
  }
  expectLimited(await post(league, '/api/agents/register', {}), 'writesPerAddress');
  expectLimited(await send(league, 'DELETE', '/api/leagues'), 'writesPerAddress');
  okJson(await get(league, '/api/leagues'));
});

test("a browser's question before a call is never refused, and takes nothing: the call itself is told why", async () => {
  const path = '/api/agents/agt_0000000000000000/weights';
  for (let i = 0; i <= rateLimits.readsPerAddress.count; i++) {
    const preflight = await send(league, 'OPTIONS', path);
    expect([preflight.status, preflight.headers.get('ratelimit')]).toEqual([204, null]);
  }
  for (let i = 0; i < rateLimits.writesPerAddress.count; i++) await post(league, '/nothing', {});
  expectLimited(await post(league, path, {}), 'writesPerAddress');
  expect((await send(league, 'OPTIONS', path)).status).toBe(204);
});

test('30 registrations an hour, good or bad', async () => {
  const request = (i: number) => ({ name: `R ${i}x`, company: 'C', contact: `r${i}@b.test`, country: 'CA' });
  for (let i = 0; i < rateLimits.registrationsPerAddress.count; i++) {
    expect((await post(league, '/api/agents/register', i % 2 ? request(i) : '{')).status).not.toBe(429);
  }
  expectLimited(await post(league, '/api/agents/register', request(99)), 'registrationsPerAddress');
});

test('20 reports of entries of the showcase an hour, good or bad', async () => {
  const id = await postEntry(league, await league.enter());
  const report = (entry: number): Promise<Answer> => post(league, `/api/showcase/${entry}/report`, {});
  for (let i = 0; i < rateLimits.reportsPerAddress.count; i++)
    expect((await report(i % 2 ? id : 999_999)).status).toBe(i % 2 ? 200 : 404);
  expectLimited(await report(id), 'reportsPerAddress');
});

test('30 failed keys a minute: another random key each time does not help; a good key behind the same address never pays', async () => {
  const bot = await league.enter();
  const fresh = await league.enter();
  const path = `/api/agents/${bot.id}/state`;
  for (let i = 0; i < rateLimits.failedKeysPerAddress.count; i++) {
    okJson(await get(league, path, { key: bot.key }));
    const answer =
      i % 3 === 0 ? await get(league, path) : await get(league, path, { key: i % 3 === 1 ? createKey() : `junk${i}` });
    expect(answer.status).toBe(401);
  }
  for (const bad of [createKey(), 'junk']) expectLimited(await get(league, path, { key: bad }), 'failedKeysPerAddress');
  expectLimited(await get(league, path), 'failedKeysPerAddress');
  okJson(await get(league, path, { key: bot.key }));
  okJson(await post(league, `/api/agents/${bot.id}/weights`, order, { key: bot.key }));
  // Its key was never sent before.
  okJson(await get(league, `/api/agents/${fresh.id}/state`, { key: fresh.key }));
  expectLimited(await get(league, path, { key: createKey() }), 'failedKeysPerAddress');
});

test('what others send from an address takes nothing from a bot behind it, which has a count of its own then', async () => {
  const bot = await league.enter();
  const path = `/api/agents/${bot.id}/weights`;
  okJson(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key }));
  const { count } = rateLimits.writesPerAddress;
  for (let i = 0; i < count; i++) await post(league, path, order, { key: createKey() });
  expectLimited(await post(league, path, order, { key: createKey() }), 'writesPerAddress');
  expectLimited(await post(league, path, order), 'writesPerAddress');
  const taken = await post(league, path, order, { key: bot.key });
  okJson(taken);
  expect(taken.headers.get('ratelimit')).toContain(`"writesPerAddress";r=${count - 1};`);
  for (let i = 1; i < count; i++)
    expect((await post(league, `/api/agents/${bot.id}/nothing`, {}, { key: bot.key })).status).toBe(404);
  expectLimited(await post(league, path, order, { key: bot.key }), 'writesPerAddress');
});

test('20 orders an hour: refused ones, previews and repetitions do not count; the state says how many are left', async () => {
  const bot = await league.enter();
  const path = `/api/agents/${bot.id}/weights`;
  const { count } = rateLimits.ordersPerBot;
  expect((await bot.state()).orders_left_this_hour).toBe(count);
  expectError(await post(league, path, { ...order, weights: { 'BTC-USD': 2 } }, { key: bot.key }), 'weights_sum');
  await bot.preview({});
  for (let i = 0; i < count; i++)
    okJson(await post(league, path, order, { key: bot.key, headers: { 'idempotency-key': `k${i}` } }));
  expect((await bot.state()).orders_left_this_hour).toBe(0);
  expectLimited(await post(league, path, order, { key: bot.key }), 'ordersPerBot');
  expectLimited(await post(league, `/api/agents/${bot.id}/check`, {}, { key: bot.key }), 'ordersPerBot');
  const replayed = await post(league, path, order, { key: bot.key, headers: { 'idempotency-key': 'k0' } });
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  const other = await league.enter();
  okJson(await post(league, `/api/agents/${other.id}/weights`, order, { key: other.key }));
  expect((await bot.orders()).total).toBe(count);
});

test('off: nothing is counted', async () => {
  const free = await openLeague();
  try {
    const bot = await free.enter();
    for (let i = 0; i < 100; i++) okJson(await post(free, `/api/agents/${bot.id}/weights`, order, { key: bot.key }));
    expect((await bot.state()).orders_left_this_hour).toBeNull();
  } finally {
    await free.close();
  }
});
