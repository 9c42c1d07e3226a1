/** Idempotency-Key: one request is one order, one seat, one new key, however often and however much at once it is sent. */
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import type { EntryCheck, Seat } from 'papertape-contract/registration';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { createIdempotency } from '../../../src/web/idempotency.ts';
import { dropAnswersBefore, dropSecretsBefore } from '../../../src/web/idempotency.sql.ts';
import { createKey } from '../../../src/bots/key.ts';
import { seededBytes } from '../../../src/lib/seeded-random.ts';
import { systemRandom } from '../../../src/lib/system-random.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { expectError, get, okJson, onSocket, post, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const start = '2026-03-02T00:00:00Z';
/** For answers that show a secret. */
const secretKey = '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60';
const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };
let league: League;
let bot: Bot;
beforeEach(async () => {
  league = await openLeague({ start });
  bot = await league.enter();
});
afterEach(() => league.close());

function place(key: string | undefined, body: unknown = order, by: { id: string; key: string } = bot): Promise<Answer> {
  return post(league, `/api/agents/${by.id}/weights`, body, {
    key: by.key,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

async function orderCount(): Promise<number> {
  return (await bot.orders()).total;
}

test('the same key and body: the first answer again, marked as replayed, and one order', async () => {
  const first = await place('k1');
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  await league.advance({ hours: 1 });
  const again = await place('k1');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.status).toBe(200);
  expect(okJson<OrderAck>(again)).toEqual(okJson<OrderAck>(first));
  expect(await orderCount()).toBe(1);
});

test('without a key each request is an order; another key is another order', async () => {
  for (const key of [undefined, undefined, 'a', 'b']) okJson(await place(key));
  expect(await orderCount()).toBe(4);
});

test('the same key and another body, be it by one space: 409, and nothing is stored', async () => {
  okJson(await place('k', JSON.stringify(order)));
  for (const body of [`${JSON.stringify(order)} `, JSON.stringify({ ...order, sandbox: true }), 'not json', '']) {
    expectError(await place('k', body), 'idempotency_conflict');
  }
  expect(await orderCount()).toBe(1);
});

test('a refusal is not kept: the mended request goes through under the same key', async () => {
  expectError(await place('k', { ...order, weights: { 'BTC-USD': 1.5 } }), 'weights_sum');
  okJson(await place('k'));
  expectError(await place('k', { ...order, weights: { 'BTC-USD': 1.5 } }), 'idempotency_conflict');
});

test('a repetition is answered whatever has become of the league and the bot; what is new is refused', async () => {
  const check = (key: string) =>
    post(league, `/api/agents/${bot.id}/check`, {}, { key: bot.key, headers: { 'idempotency-key': key } });
  const [placed, checked] = [await place('k'), await check('c')];
  const repeated = async (code: 'orders_closed' | 'agent_retired') => {
    for (const [first, again] of [
      [placed, await place('k')],
      [checked, await check('c')],
    ] as const) {
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(okJson(again)).toEqual(okJson(first));
    }
    for (const fresh of [await place('other'), await place(undefined), await check('other')]) expectError(fresh, code);
    expectError(await post(league, `/api/agents/${bot.id}/weights?preview=true`, order, { key: bot.key }), code);
  };
  await league.advance({ minutes: 35 });
  const about = { kind: 'league', id: 'spot_crypto' } as const;
  const reason = 'The pools are being moved.';
  const { db } = league.app.storage;
  await insertAction(db, { id: 'act_1', at: league.clock.now(), action: 'close_league', about, reason });
  await league.advance({ minutes: 5 });
  await repeated('orders_closed');
  okJson(await post(league, `/api/agents/${bot.id}/retire`, {}, { key: bot.key }));
  await repeated('agent_retired');
  expect(await orderCount()).toBe(2);
});

test('keys of different bots and routes have nothing to do with each other', async () => {
  const other = await league.enter();
  const [one, two] = [okJson<OrderAck>(await place('k')), okJson<OrderAck>(await place('k', order, other))];
  expect(two.order_id).not.toBe(one.order_id);
  okJson(await place(secretKey));
  const body = { name: 'Same key', company: 'C', contact: 'a@b.test', country: 'CA' };
  okJson(await post(league, '/api/agents/register', body, { headers: { 'idempotency-key': secretKey } }));
});

test('a registration sent again: the same seat with the same api_key, stored only encrypted', async () => {
  const body = { name: 'Twice', company: 'C', contact: 'a@b.test', country: 'CA' };
  const options = { headers: { 'idempotency-key': secretKey } };
  const first = okJson<Seat>(await post(league, '/api/agents/register', body, options));
  const again = await post(league, '/api/agents/register', body, options);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(okJson(again)).toEqual(first);
  expectError(await post(league, '/api/agents/register', { ...body, company: 'D' }, options), 'idempotency_conflict');
  expectError(await post(league, '/api/agents/register', body), 'name_taken');
  const kept = await league.app.storage.db.selectFrom('intake.idempotency').selectAll().execute();
  const stored = JSON.stringify(kept, (_k, v: unknown) => (typeof v === 'bigint' ? v.toString() : v));
  for (const secret of [first.api_key, secretKey, first.agent_id]) expect(stored).not.toContain(secret);
});

test('twenty at once with one key make one order, one seat, one check', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => place('k')));
  expect(new Set(orders.map((a) => okJson<OrderAck>(a).order_id)).size).toBe(1);
  expect(await orderCount()).toBe(1);
  const seats = await Promise.all(
    Array.from({ length: 20 }, () =>
      post(
        league,
        '/api/agents/register',
        { name: 'Race', company: 'C', contact: 'a@b.test', country: 'CA' },
        { headers: { 'idempotency-key': secretKey } },
      ),
    ),
  );
  expect(new Set(seats.map((a) => okJson<Seat>(a).api_key)).size).toBe(1);
  expect(seats.filter((a) => a.headers.get('idempotency-replayed') === null)).toHaveLength(1);
  const checks = await Promise.all(
    Array.from({ length: 20 }, () =>
      post(league, `/api/agents/${bot.id}/check`, {}, { key: bot.key, headers: { 'idempotency-key': 'c' } }),
    ),
  );
  expect(new Set(checks.map((a) => okJson<EntryCheck>(a).order.order_id)).size).toBe(1);
  expect(await orderCount()).toBe(2);
});

test('two bodies at once with one key: one wins, the other is a conflict', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => place('k', { ...order, weights: { 'BTC-USD': i % 2 ? 0.5 : 0.25 } })),
  );
  for (const refused of answers.filter((a) => a.status !== 200)) expectError(refused, 'idempotency_conflict');
  expect(new Set(answers.filter((a) => a.status === 200).map((a) => okJson<OrderAck>(a).order_id)).size).toBe(1);
  expect(await orderCount()).toBe(1);
});

test('kept across a restart', async () => {
  const first = okJson<OrderAck>(await place('before'));
  await league.stop();
  league = await openLeague({
    start: '2026-03-02T03:00:00Z',
    database: league.database,
    source: createSimulatedSource({ seed: 7, origin: Date.parse(start) }),
    overrides: { random: seededBytes('after the restart') },
  });
  const again = await place('before');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(okJson(again)).toEqual(first);
});

test('forgotten after 24 hours of real time, to the millisecond, and swept out', async () => {
  let now = 1_000_000;
  const { db, intake } = league.app.deps;
  const idempotency = createIdempotency(db, () => now);
  let runs = 0;
  const run = async (body = 'x') =>
    await idempotency.run({ header: 'day', scope: 'test', body: Buffer.from(body), secret: false }, async (keep) => {
      runs++;
      const answer = { status: 200, body: { runs } };
      const idempotencyRow = keep(answer);
      if (idempotencyRow) await intake.write({ idempotency: idempotencyRow });
      return answer;
    });
  expect(await run()).toEqual({ status: 200, body: { runs: 1 }, replayed: false });
  now += 24 * 3_600_000 - 1;
  expect(await run()).toEqual({ status: 200, body: { runs: 1 }, replayed: true });
  await expect(run('y')).rejects.toMatchObject({ code: 'idempotency_conflict' });
  now += 1;
  expect(await run('y')).toEqual({ status: 200, body: { runs: 2 }, replayed: false });
  const count = async () =>
    (await db.selectFrom('intake.idempotency').select('key').where('scope', '=', 'test').execute()).length;
  await dropAnswersBefore(db, now);
  expect(await count()).toBe(1);
  await dropAnswersBefore(db, now + 1);
  expect(await count()).toBe(0);
});

test('forms of the header: 1 to 255 printable ASCII characters', async () => {
  for (const good of [
    'x',
    'a'.repeat(255),
    '"quoted-string"',
    '6f1c2b0e-9f0a-4f2c-8f0e-2d2a4c1e7b11',
    'a b',
    '~!@#$%^&*()',
  ]) {
    okJson(await place(good));
  }
  for (const bad of ['', 'a'.repeat(256), 'é', 'a\tb']) expectError(await place(bad), 'idempotency_key_invalid');
  // Twice in one request: the two count as one text.
  const body = JSON.stringify(order);
  const head = `POST /api/agents/${bot.id}/weights HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bot.key}\r\nContent-Type: application/json\r\n`;
  const [twice] = await onSocket(
    league,
    `${head}Idempotency-Key: p\r\nIdempotency-Key: q\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const merged = await place('p, q');
  expect(okJson(merged)).toEqual(twice?.json);
  expect(merged.headers.get('idempotency-replayed')).toBe('true');
});

describe('answers that show a secret', () => {
  const seat = { name: 'Secret', company: 'C', contact: 'a@b.test', country: 'CA' };
  const register = (key: string, body: unknown = seat) =>
    post(league, '/api/agents/register', body, { headers: { 'idempotency-key': key } });
  const rotate = (key: string, by: string) =>
    post(league, `/api/agents/${bot.id}/key`, {}, { key: by, headers: { 'idempotency-key': key } });

  test('a key that could be guessed is refused, with the fix, and nothing is done: 32 characters, 8 of them different', async () => {
    const edge = 'abcdefgh'.repeat(4);
    for (const guessed of ['register-my-bot', edge.slice(1), 'abcdefg'.repeat(36), '0'.repeat(255)]) {
      const { error } = expectError(await register(guessed), 'idempotency_key_invalid');
      expect(error.fix).toBe('Send a fresh random UUID as the Idempotency-Key, or none at all.');
      expectError(await rotate(guessed, bot.key), 'idempotency_key_invalid');
      const hook = { url: 'https://bot.example.org/hook' };
      const set = { key: bot.key, headers: { 'idempotency-key': guessed } };
      expectError(await post(league, `/api/agents/${bot.id}/webhook`, hook, set), 'idempotency_key_invalid');
    }
    okJson(await register(edge));
    okJson(await register('0123456789abcdef0123456789abcdef', { ...seat, name: 'Hex' }));
    okJson(await post(league, '/api/agents/register', { ...seat, name: 'Without' }));
    expect((await bot.state()).agent_id).toBe(bot.id);
  });

  test('bound to the body: what is stored opens with the body of its request only', async () => {
    okJson(await register(secretKey));
    const { db } = league.app.storage;
    const other = hash('sha256', JSON.stringify({ ...seat, name: 'Other' }), 'hex');
    await db.updateTable('intake.idempotency').set({ body_hash: other }).execute();
    const answer = await register(secretKey, { ...seat, name: 'Other' });
    expect([answer.status, answer.text.includes('ptk_')]).toEqual([500, false]);
  });

  test('given for 10 minutes of real time, to the millisecond, and then swept out; others stay', async () => {
    let now = 1_000_000;
    const { db, intake } = league.app.deps;
    const idempotency = createIdempotency(db, () => now);
    let runs = 0;
    const run = async (secret: boolean) =>
      await idempotency.run({ header: secretKey, scope: 'test', body: Buffer.from('x'), secret }, async (keep) => {
        runs++;
        const answer = { status: 200, body: { runs } };
        const kept = keep(answer);
        if (kept) await intake.write({ idempotency: kept });
        return answer;
      });
    expect(await run(true)).toEqual({ status: 200, body: { runs: 1 }, replayed: false });
    expect(await run(false)).toEqual({ status: 200, body: { runs: 2 }, replayed: false });
    now += 10 * 60_000 - 1;
    expect(await run(true)).toEqual({ status: 200, body: { runs: 1 }, replayed: true });
    const scopes = async () =>
      (await db.selectFrom('intake.idempotency').select('scope').where('scope', 'like', '%test').execute())
        .map((r) => r.scope)
        .toSorted();
    await dropSecretsBefore(db, now - 10 * 60_000);
    expect(await scopes()).toEqual(['secret test', 'test']);
    now += 1;
    expect(await run(true)).toEqual({ status: 200, body: { runs: 3 }, replayed: false });
    await dropSecretsBefore(db, now + 1);
    expect(await scopes()).toEqual(['test']);
    expect(await run(false)).toEqual({ status: 200, body: { runs: 2 }, replayed: true });
  });

  test('rotation: a lost answer is repeated until the new key is in use, and the old key is dead from then on', async () => {
    const first = okJson<{ api_key: string }>(await rotate(secretKey, bot.key));
    expect(okJson(await rotate(secretKey, bot.key))).toEqual(first);
    expectError(await rotate(`another ${secretKey}`, bot.key), 'unknown_key');
    // Whoever has read the Idempotency-Key, in a log perhaps, and not the old key.
    const other = await league.enter();
    expectError(await rotate(secretKey, other.key), 'wrong_bot');
    expectError(await rotate(secretKey, createKey(systemRandom)), 'unknown_key');
    const keyless = { headers: { 'idempotency-key': secretKey } };
    expectError(await post(league, `/api/agents/${bot.id}/key`, {}, keyless), 'missing_key');
    okJson(await get(league, `/api/agents/${bot.id}/state`, { key: first.api_key }));
    const refused = await rotate(secretKey, bot.key);
    expectError(refused, 'unknown_key');
    expect(refused.text).not.toContain('ptk_');
  });
});
