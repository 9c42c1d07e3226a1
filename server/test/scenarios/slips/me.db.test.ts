/** `me` is the bot of the key wherever a path names a bot; what is answered so is nobody else's, and no cache keeps it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookExtra } from '../../harness/booked-extra.ts';
import { operations } from '../../harness/operations.ts';
import { expectError, get, okJson, post, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let one: Bot;
let two: Bot;
let order: string;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
  one = await league.enter({ name: 'One' });
  two = await league.enter({ name: 'Two' });
  order = (await one.weights({ 'BTC-USD': 0.5 })).order_id;
  await two.weights({ 'ETH-USD': 0.5 });
  // Histories are for bots with a pro seat.
  await bookExtra(league, one.id, 'pro_seat_30d', 8);
  await bookExtra(league, two.id, 'pro_seat_30d', 9);
  await league.advance({ minutes: 40 });
});
afterAll(() => league.close());

/** Every GET that names a bot; of rounds and sheets, which these bots have none of, see test/scenarios/rounds-of-tasks/http.db.test.ts. */
const reads = operations
  .filter(({ method, path }) => method === 'get' && path.includes('{agent_id}') && !/\{(round|answer_id)\}/.test(path))
  .map(({ path }) => path);

test.each(reads)('GET %s', async (path) => {
  const at = (bot: string): string => path.replace('{agent_id}', bot).replace('{order_id}', order);
  const own = okJson(await get(league, at(one.id), { key: one.key }));
  const mine = await get(league, at('me'), { key: one.key });
  expect(okJson(mine)).toEqual(own);
  expect(mine.headers.get('cache-control')).toBe('no-store');
  if (!path.includes('{order_id}')) {
    const theirs = okJson(await get(league, at('me'), { key: two.key }));
    expect(JSON.stringify(theirs)).not.toContain(one.id);
  }
  // Nothing was kept under the word: without a key it names nobody.
  expect((await get(league, at('me'))).status).toBeGreaterThanOrEqual(401);
});

test('what is kept for everyone is kept under the id, and served to everyone as before', async () => {
  const path = `/api/agents/${one.id}/trades`;
  const before = await get(league, path);
  await get(league, '/api/agents/me/trades', { key: one.key });
  const after = await get(league, path);
  expect(after.text).toBe(before.text);
  expect(after.headers.get('cache-control')).toBe(before.headers.get('cache-control'));
});

test('a bad key is told as one, and so is that there is none', async () => {
  const { error, detail } = expectError(
    await get(league, '/api/agents/me/trades', { key: 'ptk_nonsense' }),
    'agent_not_found',
  );
  expect(detail).toMatch(/"me" is the bot of the key\. .*well-formed/);
  expect(error.fix).toMatch(/Copy the key again/);
  expect(expectError(await get(league, '/api/agents/me/trades'), 'agent_not_found').error.fix).toMatch(
    /Authorization: Bearer/,
  );
  expectError(await get(league, '/api/agents/me/state'), 'missing_key');
});

test('orders, profile, check, key and retirement take it, too, and a repetition is known', async () => {
  const headers = { 'idempotency-key': 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d' };
  const body = { date: '2026-03-02', weights: {} };
  const first = await post(league, '/api/agents/me/weights', body, { key: two.key, headers });
  const again = await post(league, `/api/agents/${two.id}/weights`, body, { key: two.key, headers });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  okJson(await post(league, '/api/agents/me/check', {}, { key: two.key }));
  okJson(await post(league, '/api/agents/me/profile', { style: 'calm' }, { key: two.key }));
  const rotate = { key: two.key, headers: { 'idempotency-key': '0f1e2d3c-4b5a-4697-8877-665544332211' } };
  const { api_key: key } = okJson<{ api_key: string }>(await send(league, 'POST', '/api/agents/me/key', rotate));
  expect(okJson<{ api_key: string }>(await send(league, 'POST', '/api/agents/me/key', rotate)).api_key).toBe(key);
  expect(okJson<{ agent_id: string }>(await post(league, '/api/agents/me/retire', {}, { key })).agent_id).toBe(two.id);
});
