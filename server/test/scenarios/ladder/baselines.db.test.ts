/** Baselines through the client: their lines, and who is ahead of them since its own first fill. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import type { BoardRow } from 'papertape-contract/board';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, dollars, tableOf, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const hour = 60 * 60_000;
const at = (days: number, hours = 0): number => start + (24 * days + hours) * hour;

/** Prices stand still but for two jumps: BTC +20% on the second day at noon; on the fourth BTC +10%, ETH +5%, SOL +11%. */
const steps: Readonly<Record<string, readonly [number, number, number]>> = {
  'BTC-USD': [50_000, 60_000, 66_000],
  'ETH-USD': [2_000, 2_000, 2_100],
  'SOL-USD': [100, 100, 111],
};

function table(): Table {
  const priceAt = Object.entries(steps).map(([symbol, [first, second, third]]) => {
    const at = (minute: number): bigint =>
      dollars(BigInt(minute < 36 * 60 ? first : minute < 84 * 60 ? second : third));
    return [symbol, at] as const;
  });
  return tableOf(start, 7, Object.fromEntries(priceAt));
}

let league: League;
const bots = {} as Record<'early' | 'sol' | 'idle' | 'joined' | 'edge' | 'lateSol' | 'cash' | 'sandbox', Bot>;

const row = async (bot: Bot): Promise<BoardRow> => {
  const { rows } = await league.client.leaderboard({ league: 'spot_crypto', perPage: 100 });
  return rows.find((r) => r.agent_id === bot.id) as BoardRow;
};

beforeAll(async () => {
  league = await openLeague({ start: new Date(start).toISOString(), source: createTableSource(table()) });
  await league.advance({ minutes: 1 });
});
afterAll(() => league.close());

describe('a league whose market moves before some of its bots join', () => {
  test('before the first close there are no baselines to show, and nobody is ahead', async () => {
    bots.early = await league.enter({ name: 'Early' });
    bots.sol = await league.enter({ name: 'Sol' });
    bots.idle = await league.enter({ name: 'Idle' });
    await bots.early.weights({ 'BTC-USD': 1 });
    await bots.sol.weights({ 'SOL-USD': 1 });
    await league.advanceTo(at(0, 12));
    const board = await league.client.leaderboard({ league: 'spot_crypto' });
    expect(board.market_baselines).toEqual([]);
    expect(board.rows.map((r) => [r.beats_market, r.beats_house])).toEqual(board.rows.map(() => [false, false]));
  });

  test('lines have a value for each close', async () => {
    await league.advanceTo(at(3));
    const { market_baselines } = await league.client.leaderboard({ league: 'spot_crypto' });
    expect(market_baselines.map((b) => [b.id, b.value_usd, b.return_pct, b.line])).toEqual([
      [
        'hold_BTC-USD',
        120_000,
        20,
        [
          { date: '2026-03-03', value_usd: 100_000 },
          { date: '2026-03-04', value_usd: 120_000 },
          { date: '2026-03-05', value_usd: 120_000 },
        ],
      ],
      ['hold_ETH-USD', 100_000, 0, expect.any(Array)],
      // Thirds are rounded down to 18 places: the last dust is cash.
      ['equal_weight', 106_666.67, 6.67, expect.any(Array)],
    ]);
    const page = await (await fetch(`${league.url}/leagues/spot_crypto`)).text();
    expect(page.slice(page.indexOf('Market baselines')).match(/class="spark/g)).toHaveLength(3);
  });

  test('a bot that does what the best baseline does is not ahead of it', async () => {
    expect(await row(bots.early)).toMatchObject({ return_pct: 20, beats_market: false });
    expect(await row(bots.sol)).toMatchObject({ return_pct: 0, beats_market: false });
  });

  test('who joins later is held against the market since its own first fill, to the last digit shown', async () => {
    bots.joined = await league.enter({ name: 'Joined' });
    bots.edge = await league.enter({ name: 'Edge' });
    bots.lateSol = await league.enter({ name: 'Late Sol' });
    bots.cash = await league.enter({ name: 'Cash' });
    bots.sandbox = await league.enter({ name: 'Sandbox' });
    await bots.joined.weights({ 'BTC-USD': 1 });
    await bots.edge.weights({ 'BTC-USD': 0.99, 'SOL-USD': 0.01 });
    await bots.lateSol.weights({ 'SOL-USD': 1 });
    await bots.cash.weights({});
    await bots.sandbox.weights({ 'SOL-USD': 1 }, { sandbox: true });
    await league.advanceTo(at(3, 1));
    // Filled, and not valued yet.
    expect(await row(bots.lateSol)).toMatchObject({ first_fill_at: null, beats_market: false });
    await league.advanceTo(at(4));
    // Since 00:35 of this day: BTC 10%, ETH 5%. Since the start: BTC 32%.
    expect(await row(bots.joined)).toMatchObject({ return_pct: 10, beats_market: false });
    expect(await row(bots.edge)).toMatchObject({ return_pct: 10.01, beats_market: true });
    expect(await row(bots.lateSol)).toMatchObject({ return_pct: 11, beats_market: true });
    expect(await row(bots.cash)).toMatchObject({ return_pct: 0, beats_market: false, first_fill_at: null });
  });

  test('an order of all cash that fills is no first fill: whoever would set his anchor at a peak and stay in cash has none', async () => {
    expect((await bots.cash.orders()).orders[0]).toMatchObject({ state: 'filled', trades: [] });
    expect(await row(bots.cash)).toMatchObject({ first_fill_at: null, provisional: true, excess_return_pct: null });
  });

  test('two that tie may differ in it: one of them has seen more of the market', async () => {
    const [sol, late] = [await row(bots.sol), await row(bots.lateSol)];
    expect([sol.rank, sol.tied, sol.value_usd]).toEqual([late.rank, late.tied, late.value_usd]);
    expect([sol.beats_market, late.beats_market]).toEqual([false, true]);
    expect(await row(bots.early)).toMatchObject({ return_pct: 32, rank: 1, beats_market: false });
  });

  test('who never filled is never ahead', async () => {
    expect(await row(bots.idle)).toMatchObject({ first_fill_at: null, beats_market: false, excess_return_pct: null });
    expect(await row(bots.sandbox)).toMatchObject({ first_fill_at: null, beats_market: false });
  });

  test('the excess return is over the whole universe in equal parts, since the first fill', async () => {
    // Equal weight went from 106,666.67 to (40 * 1.1 + 100/3 * 1.05 + 100/3 * 1.11) thousand: 8.75%.
    const { excess_return_pct } = await row(bots.lateSol);
    expect(excess_return_pct).toBeCloseTo(11 - 8.75, 2);
  });

  test('the audit makes the same baselines at the same marks, and finds one that was changed', async () => {
    const { storage } = league.app;
    expect((await runAudit(storage)).differences).toEqual([]);
    const marks = await storage.db.selectFrom('ledger.baseline_marks').selectAll().orderBy('mark').execute();
    expect(marks.map((m) => Number(m.mark))).toEqual([at(0, 35 / 60), at(3, 35 / 60)]);
    const [first] = marks;
    if (!first) throw new Error('no mark');
    await storage.db
      .updateTable('ledger.baseline_marks')
      .set({ baselines: first.baselines.replace('100000', '100001') })
      .where('mark', '=', first.mark)
      .execute();
    await storage.db.deleteFrom('ledger.baseline_marks').where('mark', '<>', first.mark).execute();
    await storage.db
      .insertInto('ledger.baseline_marks')
      .values({ league: 'tokenized', mark: 5n, baselines: '[]' })
      .execute();
    const { differences } = await runAudit(storage);
    expect(differences.map((d) => [d.table, d.key])).toEqual([
      ['ledger.baseline_marks', 'spot_crypto 2026-03-02T00:35:00.000Z'],
      ['ledger.baseline_marks', 'tokenized 1970-01-01T00:00:00.005Z'],
      ['ledger.baseline_marks', 'spot_crypto 2026-03-05T00:35:00.000Z'],
    ]);
  });
});
