/**
 * Leagues of stocks are closed at night, over week-ends and on holidays: what an order is told then, wherever one asks, to the millisecond. The
 * exchange is New York around Thanksgiving of 2026: Wednesday an ordinary day, Thursday none, Friday a half day, Monday an ordinary one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LeagueCatalogue } from 'papertape-contract/league';
import { PapertapeError } from '../../../../client/src/errors.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { actOnSymbol } from '../../../src/desk/admin-acts.ts';
import { takeOrder } from '../../../src/flow/order/take-order.job.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { createReplaySource } from '../../../src/sources/replay/replay.ts';
import { expectError, get, okJson, post, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { writeSessions } from '../../harness/session-recording.ts';

const wednesday = Date.parse('2026-11-25T00:00:00Z');
const at = (text: string): number => Date.parse(`2026-11-${text}Z`);

let league: League;
afterEach(() => league.close());

async function open(stepSeconds = 60, days = 7): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-sessions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeSessions(folder, wednesday, days, stepSeconds);
  league = await openLeague({ start: '2026-11-25T00:00:00Z', source: createReplaySource({ folder }) });
}

async function refusal(work: Promise<unknown>): Promise<PapertapeError> {
  const e = await work.then(
    () => new Error('it was taken'),
    (thrown: unknown) => thrown,
  );
  if (e instanceof PapertapeError) return e;
  throw e;
}
const order = { 'SPY-USD': 0.5 };

/** Every way to ask says the same. */
async function expectClosed(bot: Bot, opensAt: string): Promise<void> {
  const closed = { status: 409, code: 'market_closed', opensAt, fix: `Send it again at ${opensAt} or later.` };
  for (const work of [
    async () => await bot.weights(order),
    async () => await bot.weights(order, { sandbox: true }),
    async () => await bot.weights({}),
    async () => await bot.preview(order),
    async () => await bot.check(),
  ]) {
    const e = await refusal(work());
    expect(e).toMatchObject(closed);
    expect(e.detail).toContain('New York Stock Exchange');
    expect(e.detail).toContain(opensAt);
  }
  const [spy] = (await league.client.universe('etfs')).symbols;
  const said = { tradable: false, opens_at: opensAt, suspended: false };
  const reason = expect.stringContaining(`It can be ordered from ${opensAt} on.`) as string;
  expect(spy).toMatchObject({ symbol: 'SPY-USD', ...said, reason });
  expect(await league.client.validate('etfs', 'SPY-USD')).toMatchObject({
    valid: true,
    tradable: false,
    opens_at: opensAt,
    reason,
  });
  const { leagues } = okJson<LeagueCatalogue>(await get(league, '/api/leagues'));
  expect(leagues.find((l) => l.id === 'etfs')).toMatchObject({ orders_open: false, opens_at: opensAt });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const params = { name: 'arena_submit_weights', arguments: { agent_id: bot.id, weights: order } };
  const headers = { accept: 'application/json, text/event-stream', authorization: `Bearer ${bot.key}` };
  const answer = await send(league, 'POST', '/mcp', {
    body: JSON.stringify({ ...call, params }),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(answer.text).toContain('market_closed');
  expect(answer.text).toContain(opensAt);
}

async function expectOpen(bot: Bot): Promise<string> {
  expect((await league.client.universe('etfs')).symbols[0]).toMatchObject({ tradable: true, opens_at: null });
  expect(await league.client.validate('etfs', 'SPY-USD')).toMatchObject({
    tradable: true,
    reason: null,
    opens_at: null,
  });
  const { leagues } = okJson<LeagueCatalogue>(await get(league, '/api/leagues'));
  expect(leagues.find((l) => l.id === 'etfs')).toMatchObject({ orders_open: true, opens_at: null });
  expect(await bot.preview(order)).toMatchObject({ preview: true });
  const { warnings, order_id: id } = await bot.weights(order);
  expect(warnings).toEqual([]);
  return id;
}

describe('a league of recorded minutes', () => {
  test('is closed until the first window of a session, and after the last one; what it takes fills in its own window', async () => {
    await open();
    const bot = await league.enter({ league: 'etfs' });
    // The first day, before there was any price: it is not listed yet, and the league says when it opens.
    expect((await league.client.leagues()).leagues.find((l) => l.id === 'etfs')).toMatchObject({
      opens_at: '2026-11-25T14:30:00.000Z',
    });
    await league.advanceTo(at('25T20:25:00'));
    const wednesdays = await expectOpen(bot);
    await league.advanceTo(at('25T20:29:59.999'));
    await expectOpen(bot);
    await league.advanceTo(at('25T20:30:00'));
    await expectClosed(bot, '2026-11-27T14:30:00.000Z');
    expect((await bot.order(wednesdays)).state).toBe('pending');
    await league.advanceTo(at('25T21:00:00'));
    expect(await bot.order(wednesdays)).toMatchObject({ state: 'filled', decided_at: '2026-11-25T21:00:00.000Z' });
    // A holiday.
    await league.advanceTo(at('26T16:00:00'));
    await expectClosed(bot, '2026-11-27T14:30:00.000Z');

    await league.advanceTo(at('27T14:29:59.999'));
    await expectClosed(bot, '2026-11-27T14:30:00.000Z');
    await league.advanceTo(at('27T14:30:00'));
    const first = await expectOpen(bot);
    await league.advanceTo(at('27T15:05:00'));
    expect(await bot.order(first)).toMatchObject({ state: 'filled', decided_at: '2026-11-27T15:05:00.000Z' });
    // The half day.
    await league.advanceTo(at('27T17:29:59.999'));
    const last = await expectOpen(bot);
    await league.advanceTo(at('27T17:30:00'));
    await expectClosed(bot, '2026-11-30T14:30:00.000Z');
    await league.advanceTo(at('27T18:00:00'));
    expect(await bot.order(last)).toMatchObject({ state: 'filled', decided_at: '2026-11-27T18:00:00.000Z' });
    await league.advanceTo(at('28T02:00:00'));
    await expectClosed(bot, '2026-11-30T14:30:00.000Z');
    await league.advanceTo(at('30T14:30:00'));
    await expectOpen(bot);
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('a refused order is not counted, stored or chained', async () => {
    await open();
    const bot = await league.enter({ league: 'etfs' });
    await league.advanceTo(at('25T20:00:00'));
    const before = await bot.weights(order);
    await league.advanceTo(at('25T20:30:00'));
    for (let i = 0; i < 25; i++) expect((await refusal(bot.weights(order))).code).toBe('market_closed');
    expect((await bot.orders()).total).toBe(1);
    await league.advanceTo(at('27T14:30:00'));
    expect((await bot.weights(order)).receipt).toMatchObject({ sequence: 2, previous: before.receipt.hash });
  });

  test('the stamp of the order decides, also when the market closes while it is looked at', async () => {
    await open();
    const bot = await league.enter({ league: 'etfs' });
    await league.advanceTo(at('25T20:29:59'));
    const { deps } = league.app;
    const caller = await deps.registry.authenticate(`Bearer ${bot.key}`);
    const taken = takeOrder(deps, {
      bot: caller,
      league: deps.universe.leagues.get('etfs')!,
      bytes: Buffer.from(JSON.stringify({ date: '2026-11-25', weights: order })),
      count: async () => league.clock.set(at('25T20:30:00')),
      keep: () => undefined,
      answerOf: () => 'taken',
      held: async () => [],
    });
    await expect(taken).rejects.toMatchObject({ code: 'market_closed', opensAt: '2026-11-27T14:30:00.000Z' });
    expect((await bot.orders()).total).toBe(0);
  });
});

describe('a league of stocks and coins', () => {
  test('takes an order in which nothing takes part whose market is closed', async () => {
    await open();
    const coins = await league.enter({ league: 'multi' });
    const stocks = await league.enter({ league: 'multi' });
    const both = await league.enter({ league: 'multi' });
    await league.advanceTo(at('25T20:00:00'));
    await stocks.weights({ 'SPY-USD': 1 });
    await league.advanceTo(at('25T20:29:59.999'));
    await both.weights({ 'SPY-USD': 0.5, 'BTC-USD': 0.5 });
    await league.advanceTo(at('25T20:45:00'));
    const coin = await coins.weights({ 'BTC-USD': 1 });
    expect(coin.warnings).toEqual([]);
    // The one holds the fund, the other's order for it is under way.
    for (const bot of [stocks, both])
      for (const work of [
        async () => await bot.weights({ 'BTC-USD': 1 }),
        async () => await bot.weights({}),
        async () => await bot.preview({ 'BTC-USD': 1 }),
      ])
        expect(await refusal(work())).toMatchObject({ code: 'market_closed', opensAt: '2026-11-27T14:30:00.000Z' });
    // Naming it with 0 is a sale.
    expect(await refusal(stocks.weights({ 'SPY-USD': 0, 'BTC-USD': 1 }))).toMatchObject({ code: 'market_closed' });
    expect(await refusal(coins.weights({ 'BTC-USD': 0.5, 'SPY-USD': 0.1 }))).toMatchObject({ code: 'market_closed' });
    const { leagues } = await league.client.leagues();
    expect(leagues.find((l) => l.id === 'multi')).toMatchObject({ orders_open: true, opens_at: null });
    await league.advance({ hours: 1 });
    expect((await coins.order(coin.order_id)).state).toBe('filled');

    // What is frozen takes no part.
    await actOnSymbol(league.app.storage.db, 'suspend', 'SPY-USD', 'Looked into.');
    await league.advance({ minutes: 5 });
    const { warnings } = await stocks.weights({ 'SPY-USD': 0.5, 'BTC-USD': 0.5 });
    expect(warnings).toEqual([expect.stringContaining('frozen at its last agreed price')]);
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });
});

describe('coarse recordings', () => {
  test('of an hour can be played within the sessions', async () => {
    await open(3_600);
    const bot = await league.enter({ league: 'etfs' });
    await league.advanceTo(at('27T12:00:00'));
    await expectClosed(bot, '2026-11-27T15:25:00.000Z');
    await league.advanceTo(at('27T15:25:00'));
    const id = await expectOpen(bot);
    await league.advanceTo(at('27T16:00:00'));
    expect((await bot.order(id)).state).toBe('filled');
  });

  test('of a day can be played around the clock: its price holds over the night', async () => {
    await open(86_400);
    const bot = await league.enter({ league: 'etfs' });
    await league.advanceTo(wednesday + dayMs + 3_600_000);
    const id = await expectOpen(bot);
    await league.advance({ hours: 1 });
    expect((await bot.order(id)).state).toBe('filled');
  });
});

test('a task bot, and a bot of a league that follows no exchange, are told nothing of it', async () => {
  await open();
  await league.advanceTo(at('25T12:00:00'));
  const coins = await league.enter({ league: 'spot_crypto' });
  expect((await coins.weights({ 'BTC-USD': 1 })).warnings).toEqual([]);
  const task = await league.enter({ league: 'deal_finder' });
  const answer = await post(
    league,
    `/api/agents/${task.id}/weights`,
    { date: '2026-11-25', weights: {} },
    { key: task.key },
  );
  expectError(answer, 'not_a_trading_league');
});
