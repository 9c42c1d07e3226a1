/** The published client against the real service: every method, the wait for a fill, whole lists. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, OrderRejectedError, verifyOrderProof, type Client } from '../../../../client/src/index.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const start = Date.parse('2026-03-02T00:00:00Z');

let league: League;
let bot: Bot;
/** Of the same bot, on a wall clock that stands still and a sleep that lets five minutes of the league's clock pass. */
let patient: Client;
beforeAll(async () => {
  const apart = { kind: 'apart', pool: 'sim:ETH-USD:2', factor: 1.05, from: start, to: start + 7_200_000 } as const;
  league = await openLeague({ faults: [apart] });
  bot = await league.enter();
  patient = createClient({
    baseUrl: league.url,
    agentId: bot.id,
    apiKey: bot.key,
    sleep: () => league.advance({ minutes: 5 }),
  });
});
afterAll(() => league.close());

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

// The tests are one story; each needs those before it.

test('an order can be waited for: rejected while two pools are apart, filled when they are not', async () => {
  await expect((await patient.weights({ 'ETH-USD': 0.5 })).filled()).rejects.toThrow(OrderRejectedError);
  await league.advanceTo(start + 2 * 3_600_000);
  const order = await (await patient.weights({ 'BTC-USD': '0.5', 'ETH-USD': 0.3 }, { reason: 'ü' })).filled();
  expect(order).toMatchObject({ state: 'filled', reason_code: 'filled' });
  expect(await patient.waitForOrder(order.order_id)).toEqual(order);
  const first = (await all(patient.orderRows({ perPage: 1 }))).at(-1);
  expect(first).toMatchObject({ state: 'rejected', reason_code: 'pools_apart' });
});

test('a wait that is over leaves the order as it is', async () => {
  const order = await bot.weights({ 'BTC-USD': 0.6 });
  await expect(order.filled({ timeoutMs: 0 })).rejects.toMatchObject({ code: 'still_pending' });
  expect((await bot.order(order.order_id)).state).toBe('pending');
});

test('whole lists are what their pages are', async () => {
  for (let i = 0; i < 6; i++) await league.enter();
  await league.advanceTo(start + 86_400_000 + 300_000);
  const { rows, total } = await league.client.leaderboard({ league: 'spot_crypto', perPage: 100 });
  expect(total).toBe(7);
  expect(await all(league.client.leaderboardRows({ league: 'spot_crypto', perPage: 2 }))).toEqual(rows);
  const ofClose = league.client.leaderboardRows({ league: 'spot_crypto', asOf: '2026-03-03', perPage: 3 });
  expect((await all(ofClose)).map((r) => r.agent_id)).toEqual(rows.map((r) => r.agent_id));
  const { trades } = await bot.trades();
  expect(trades.length).toBeGreaterThan(2);
  expect(await all(bot.tradeRows(undefined, { perPage: 1 }))).toEqual(trades);
  expect(await all(bot.orderRows({ perPage: 2 }))).toEqual((await bot.orders()).orders);
  expect(await all(league.client.championRows('spot_crypto'))).toEqual([]);
  const { maker_id } = await bot.agent();
  expect((await all(league.client.makerBots(maker_id))).map((b) => b.agent_id)).toEqual([bot.id]);
});

test('every reading method understands what the service answers', async () => {
  const [order] = (await bot.orders()).orders;
  const orderId = order?.order_id ?? '';
  expect(await league.client.rules()).toHaveProperty('reason_codes');
  expect(await league.client.openapi()).toHaveProperty('paths');
  expect(await league.client.llmsText()).toMatch(/^# /);
  expect(await league.client.metrics()).toContain('papertape_');
  expect(await league.client.health()).toMatchObject({ ok: true });
  expect(await league.client.readiness()).toMatchObject({ ok: true });
  expect((await league.client.incidents()).page).toBe(1);
  expect((await league.client.champions('spot_crypto')).champions).toEqual([]);
  expect((await league.client.leagueMoves('spot_crypto')).moves).toEqual([]);
  expect((await bot.moves()).agent_id).toBe(bot.id);
  expect((await league.client.fillProof(orderId)).order_id).toBe(orderId);
  expect((await league.client.closeProof('spot_crypto', '2026-03-03', bot.id)).bot?.agent_id).toBe(bot.id);
  expect((await bot.agentProofs()).orders.map((o) => o.order_id)).toContain(orderId);
  const checkpoint = await league.client.markCheckpoint(order?.window.start ?? '');
  const proof = await league.client.orderProof(orderId);
  expect(await verifyOrderProof(proof, { receipt: order?.receipt.hash, checkpoint })).toMatchObject({ ok: true });
});

test('a test order has its proof for its own bot only', async () => {
  const sandbox = await bot.weights({ 'BTC-USD': 1 }, { sandbox: true });
  await league.advance({ minutes: 40 });
  expect(await bot.fillProof(sandbox.order_id)).toMatchObject({ sandbox: true, state: 'filled' });
  await expect(league.client.fillProof(sandbox.order_id)).rejects.toMatchObject({ code: 'fill_not_found' });
});

test('what the bot says of itself', async () => {
  expect((await bot.setProfile({ style: 'calm' })).changed).toEqual({ style: 'calm' });
  expect((await bot.setIcon('🦊')).changed).toEqual({ icon: '🦊' });
  expect((await bot.setOpenStrategy(null)).changed).toEqual({ open_strategy_url: null });
  expect(await bot.recoverKey('someone@example.test')).toMatchObject({ ok: true });
  await bot.rotateKey();
  expect((await bot.check()).ok).toBe(true);
  expect((await bot.retire('A new version follows.')).reason).toBe('A new version follows.');
});
