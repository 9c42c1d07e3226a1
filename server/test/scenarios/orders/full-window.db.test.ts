/**
 * A window takes as many orders as the engine decides in time. Who is refused is told when the next one opens; half of a window is kept for bots without
 * an order in it; a refusal costs nothing; what was taken is answered again; and a start counts what is there.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rateLimits } from 'papertape-contract/limits';
import type { RoomFigures } from '../../../src/flow/window/window-room.ts';
import { createSteppedClock, iso } from '../../../src/lib/clock.ts';
import { markAfter } from '../../../src/lib/time.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { expectError, get, okJson, onSocket, post, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { databaseOfTest, leagueOfTest } from '../../harness/of-test.ts';

const date = '2026-03-02';

function order(league: League, { id, key }: Bot, idempotencyKey?: string): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return post(league, `/api/agents/${id}/weights`, { date, weights: { 'BTC-USD': 0.5 } }, { key, headers });
}

function expectFull(league: League, answer: Answer): void {
  const body = expectError(answer, 'window_full');
  expect(body.opens_at).toBe(iso(markAfter(league.now())));
  expect(body.detail).toContain(iso(markAfter(league.now())));
}

async function isFull(league: League): Promise<boolean> {
  return okJson<{ window_full: boolean }>(await get(league, '/api/status')).window_full;
}

async function bots(league: League, n: number): Promise<Bot[]> {
  const all: Bot[] = [];
  for (let i = 0; i < n; i++) all.push(await league.enter());
  return all;
}

test('the last place, the half that is kept, and the next window', async () => {
  const league = await leagueOfTest({ overrides: { windowOrdersMax: 5 } });
  const [a, b, c, d] = (await bots(league, 4)) as [Bot, Bot, Bot, Bot];
  // Its first order and, of the further ones, half of five.
  for (let i = 0; i < 3; i++) okJson(await order(league, a));
  const more = await order(league, a);
  expectFull(league, more);
  expect(more.text).toContain('What is left of it is for bots that have no order in it yet.');
  expect(await isFull(league)).toBe(false);
  okJson(await order(league, b, 'the order of b'));
  expectFull(league, await order(league, b));
  okJson(await order(league, c));
  expect(await isFull(league)).toBe(true);
  const none = await order(league, d);
  expectFull(league, none);
  expect(none.text).not.toContain('What is left');
  // A preview takes no place, and a repetition has one.
  okJson(await post(league, `/api/agents/${d.id}/weights?preview=true`, { date, weights: {} }, { key: d.key }));
  expect((await order(league, b, 'the order of b')).headers.get('idempotency-replayed')).toBe('true');
  expectFull(league, await order(league, d, 'not taken'));

  league.clock.set(markAfter(league.now()) - 1);
  expectFull(league, await order(league, d));
  await league.advance({ ms: 1 });
  okJson(await order(league, d, 'not taken'));
  okJson(await order(league, a));
  expect(await isFull(league)).toBe(false);
  await league.advance({ minutes: 40 });
  expect((await a.orders()).orders.map((o) => o.state)).toEqual(['filled', 'filled', 'filled', 'filled']);
  expect((await a.orders()).orders.map((o) => o.receipt.sequence)).toEqual([4, 3, 2, 1]);
  const { text } = await get(league, '/metrics');
  expect(text).toContain('\npapertape_window_orders 0\n');
  expect(text).toContain('\npapertape_window_orders_max 5\n');
  expect(text).toContain('\npapertape_window_full_total 5\n');
});

test('a refused order is not counted against the bot, and one that cannot be stored leaves its place', async () => {
  let isBroken = false;
  const league = await leagueOfTest({
    env: { PAPERTAPE_LIMITS: 'on', PAPERTAPE_PROXIES: '127.0.0.1' },
    overrides: {
      windowOrdersMax: 1,
      intake: (real) => ({
        ...real,
        write: (w) => (isBroken ? Promise.reject(new Error('disk full')) : real.write(w)),
      }),
    },
  });
  const [a, b] = (await bots(league, 2)) as [Bot, Bot];
  isBroken = true;
  expectError(await order(league, a), 'storage_unavailable');
  isBroken = false;
  okJson(await order(league, a));
  for (let i = 0; i < rateLimits.ordersPerBot.count + 1; i++) expectFull(league, await order(league, b, `try ${i}`));
  await league.advance({ minutes: 5 });
  okJson(await order(league, b));
});

test('the gate refuses by the head alone, and one whose key says that it may be a repetition is looked at', async () => {
  const league = await leagueOfTest({ overrides: { windowOrdersMax: 0 } });
  const [bot] = (await bots(league, 1)) as [Bot];
  const head = `POST /api/agents/${bot.id}/weights HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n`;
  // No byte of the body is sent.
  expectFull(league, (await onSocket(league, `${head}Authorization: Bearer ${bot.key}\r\n\r\n`))[0] as Answer);
  expectError(await order(league, { ...bot, key: 'ptk_nonsense' }, 'a key'), 'malformed_key');
});

test('what a tool is told', async () => {
  const league = await leagueOfTest({ overrides: { windowOrdersMax: 0 } });
  const [bot] = (await bots(league, 1)) as [Bot];
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'arena_submit_weights', arguments: { agent_id: bot.id, weights: { 'BTC-USD': 0.5 } } },
  };
  const headers = { accept: 'application/json, text/event-stream' };
  const answer = await post(league, '/mcp', message, { key: bot.key, headers });
  expect(answer.text).toContain('window_full');
});

test('after a start the orders that are there are counted, by bot and by window', async () => {
  const first = await openLeague({ overrides: { windowOrdersMax: 4 } });
  const [a, b, c] = (await bots(first, 3)) as [Bot, Bot, Bot];
  okJson(await order(first, c));
  await first.advance({ minutes: 5 });
  for (let i = 0; i < 3; i++) okJson(await order(first, a));
  await first.stop();
  const league = await leagueOfTest({
    start: iso(first.now()),
    database: first.database,
    overrides: { windowOrdersMax: 4, log: silentLog },
  });
  const { room } = league.app.deps;
  expect(room.figures(league.now())).toMatchObject({ orders: 3, further: 2 });
  expectFull(league, await order(league, a));
  okJson(await order(league, b));
  expectFull(league, await order(league, c));
});

test('what the engine decides is measured, and a window takes what it decides in five seconds', async () => {
  const league = await leagueOfTest({ start: '2026-03-02T00:01:00Z' });
  const [bot] = (await bots(league, 1)) as [Bot];
  const { room } = league.app.deps;
  for (let i = 0; i < 600; i++) okJson(await order(league, bot));
  expect(room.figures(league.now())).toMatchObject({ orders: 600, further: 599, perSecond: undefined });
  await league.advance({ minutes: 40 });
  expect(room.figures(league.now()).perSecond).toBeGreaterThan(0);
});

test('what was measured is kept over a restart on the same machine; on another one the slower of it and what is assumed', async () => {
  let now = Date.parse('2026-03-02T00:01:00Z');
  const database = await databaseOfTest();
  /** A clock for which somebody waits: else there is no bound. */
  const open = async (): Promise<League> => {
    const clock = { ...createSteppedClock(now), realPerTick: 1 };
    const league = await openLeague({ start: iso(now), database, overrides: { clock } });
    const advanceTo: League['advanceTo'] = async (to) => {
      now = Number(to);
      clock.set(now);
      await league.app.runEngine();
    };
    return { ...league, now: () => now, advanceTo };
  };
  const first = await open();
  const [bot] = (await bots(first, 1)) as [Bot];
  for (let i = 0; i < 600; i++) okJson(await order(first, bot));
  const before = first.app.deps.room;
  expect(before.figures(now)).toMatchObject({ room: 16_000, perSecond: undefined });
  await first.advanceTo(now + 40 * 60_000);
  const { room, perSecond } = before.figures(now);
  expect(perSecond).toBeGreaterThan(0);
  await first.stop();

  const again = await open();
  expect(again.app.deps.room.figures(now)).toMatchObject({ room, perSecond });
  await again.stop();

  const moved = async (msPerOrder: number): Promise<RoomFigures> => {
    const kept = JSON.stringify({ ms_per_order: msPerOrder, machine: 'another one' });
    const storage = openStorage(database.target);
    await sql`update intake.meta set value = ${kept} where key = 'pace'`.execute(storage.db);
    await storage.close();
    const league = await open();
    const figures = league.app.deps.room.figures(now);
    await league.stop();
    return figures;
  };
  expect(await moved(1)).toMatchObject({ room: 4_000, perSecond: undefined });
  expect(await moved(0.01)).toMatchObject({ room: 16_000, perSecond: undefined });
});
