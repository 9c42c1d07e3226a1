/** What a bot sees of itself between two closes: fills, the value now, profit and loss by symbol, and what has changed since the close. */
import { expect, test } from 'vitest';
import type { AgentView, Positions } from 'papertape-contract/bot';
import type { Board } from 'papertape-contract/board';
import { formatFixed, moneyScale, parseFixed } from '../../../src/lib/decimal.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { get, okJson } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-02T00:00:00Z');

const positionsOf = async (league: League, bot: Bot): Promise<Positions> =>
  okJson(await get(league, `/api/agents/${bot.id}/positions`));
const profileOf = async (league: League, bot: Bot): Promise<AgentView> =>
  okJson(await get(league, `/api/agents/${bot.id}`));

/** Signed decimal text. */
const money = (text: string): bigint =>
  text.startsWith('-') ? -parseFixed(text.slice(1), moneyScale) : parseFixed(text, moneyScale);
const sum = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((total, text) => total + money(text ?? 'none'), 0n);

/** The identity that the document states, over the whole and over the symbols. */
function expectExact({ value_now: value, profit, since_close: since }: Positions): void {
  const { realised, unrealised, fees, paid, symbols } = profit;
  expect(money(value ?? 'none')).toBe(
    100_000n * 10n ** 8n + money(realised) + money(unrealised ?? 'none') - money(fees) + money(paid),
  );
  expect(sum(symbols.map((s) => s.realised))).toBe(money(realised));
  expect(sum(symbols.map((s) => s.unrealised))).toBe(money(unrealised ?? 'none'));
  expect(sum(symbols.map((s) => s.fees))).toBe(money(fees));
  expect(money(since.change ?? 'none')).toBe(money(value ?? 'none') - money(since.value));
  // A close rounds its whole, and here each symbol is.
  const apart = sum(symbols.map((s) => s.since_close)) - money(since.change ?? 'none');
  expect(apart >= -BigInt(symbols.length) && apart <= BigInt(symbols.length)).toBe(true);
}

test('a day of a newcomer, over faults, fees, a close and a delisting', async () => {
  const source = createTableSource(faultyTable({ start, hours: 120, dogeUntil: 20 }));
  const league = await leagueOfTest({ start: new Date(start).toISOString(), source });
  const bot = await league.enter({ league: 'multi' });
  const before = await positionsOf(league, bot);
  expect(before).toMatchObject({
    value_now: '100000',
    profit: { fills: 0, realised: '0', unrealised: '0', fees: '0', paid: '0', symbols: [] },
    since_close: { close: null, value: '100000', change: '0', fills: 0, rank: null, rank_now: 1, newcomers: 1 },
  });
  expect(await profileOf(league, bot)).toMatchObject({ value_now: '100000', fills: 0, trades: 0 });

  await league.advanceTo(start + hour);
  await bot.weights({ 'BTC-USD': 0.3, 'MAP-CAD': 0.3, 'DOGE-USD': 0.1 });
  await league.advanceTo(start + 5 * hour);
  await bot.weights({ 'BTC-USD': 0.1, 'MAP-CAD': 0.5, 'DOGE-USD': 0.1 });
  await league.advanceTo(start + 8 * hour);
  const now = await positionsOf(league, bot);
  expectExact(now);
  expect(now.profit.fills).toBe(2);
  expect(now.profit.symbols.map((s) => s.symbol)).toEqual(['BTC-USD', 'DOGE-USD', 'MAP-CAD']);
  const btc = now.profit.symbols[0];
  const { trades } = await league.client.trades(bot.id);
  const ofBtc = trades.filter((t) => t.symbol === 'BTC-USD').toReversed();
  expect(ofBtc.map((t) => t.side)).toEqual(['buy', 'sell']);
  const [bought, sold] = ofBtc.map((t) => ({ units: parseFixed(t.units, 12), cost: money(t.cost) }));
  expect(btc?.realised).toBe(
    formatFixed((sold?.cost ?? 0n) - ((bought?.cost ?? 0n) * (sold?.units ?? 0n)) / (bought?.units ?? 1n), moneyScale),
  );
  expect(Number(btc?.average_cost)).toBeCloseTo(Number(ofBtc[0]?.fill_price), 4);
  expect(money(now.profit.symbols[2]?.fees ?? '0')).toBeGreaterThan(0n);
  // The page says so before any close, and the profile counts what the last close has not.
  expect(await profileOf(league, bot)).toMatchObject({ value_now: now.value_now, fills: 2, trades: 0, as_of: null });
  const page = (await get(league, `/bots/${bot.id}.md`)).text;
  expect(page).toContain('Since the last close');
  expect(page).toContain('Value now, provisional');
  expect(page).toMatch(/\| BTC-USD \| \$[\d,.]+ \| [+−]\$[\d,.]+ \|/);

  await league.advanceTo(start + 25 * hour);
  const newcomer = await league.enter({ league: 'multi' });
  const after = await positionsOf(league, bot);
  expectExact(after);
  const board = okJson<Board>(await get(league, '/api/leaderboard?league=multi'));
  const row = board.rows.find((r) => r.agent_id === bot.id);
  expect(after.since_close).toMatchObject({
    close: '2026-03-03T00:00:00.000Z',
    fills: 0,
    rank: 1,
    rank_now: row?.rank,
    newcomers: 1,
  });
  expect(Number(after.since_close.value)).toBeCloseTo(row?.value_usd ?? 0, 1);
  expect((await positionsOf(league, newcomer)).since_close).toMatchObject({ close: null, rank: null });
  // DOGE is silent since the day before: it is valued by an old price at the second close, and suspended by then.
  await league.advanceTo(start + 49 * hour);
  expectExact(await positionsOf(league, bot));
  await bot.weights({ 'ETH-USD': 0.4, 'DOGE-USD': 0.1 });
  await league.advanceTo(start + 50 * hour);
  const later = await positionsOf(league, bot);
  expectExact(later);
  expect(later.since_close).toMatchObject({ close: '2026-03-04T00:00:00.000Z', fills: 1 });
  expect(later.profit.symbols.find((s) => s.symbol === 'MAP-CAD')).toMatchObject({
    average_cost: null,
    unrealised: '0',
  });
  expect(later.positions.map((p) => p.symbol)).toContain('DOGE-USD');

  await league.advanceTo(start + 95 * hour);
  await insertAction(league.app.storage.db, {
    id: 'act_delist',
    at: league.now(),
    action: 'delist',
    about: { kind: 'symbol', id: 'DOGE-USD' },
    reason: 'Gone.',
  });
  await league.advance({ minutes: 5 });
  const end = await positionsOf(league, bot);
  expectExact(end);
  expect(end.profit.symbols.find((s) => s.symbol === 'DOGE-USD')).toMatchObject({
    average_cost: null,
    unrealised: '0',
  });
  expect(end.positions.map((p) => p.symbol)).not.toContain('DOGE-USD');
});

test('after a close that was voided all counts since the one before it', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter();
  await league.advance({ hours: 1 });
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ hours: 24 });
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advance({ hours: 24 });
  expect((await positionsOf(league, bot)).since_close).toMatchObject({ close: '2026-03-04T00:00:00.000Z', fills: 0 });
  await insertAction(league.app.storage.db, {
    id: 'act_void',
    at: league.now(),
    action: 'void_close',
    about: { kind: 'close', id: 'spot_crypto/2026-03-04' },
    reason: 'Wrong.',
  });
  await league.advance({ minutes: 5 });
  const positions = await positionsOf(league, bot);
  expectExact(positions);
  expect(positions.since_close).toMatchObject({ close: '2026-03-03T00:00:00.000Z', fills: 1 });
});

test('the return above the market is there from the first close after a fill', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter();
  await league.advance({ hours: 2 });
  const idle = await league.enter();
  await bot.weights({ 'BTC-USD': 1 });
  await league.advanceTo('2026-03-03T00:05:00Z');
  const board = okJson<Board>(await get(league, '/api/leaderboard?league=spot_crypto'));
  const row = board.rows.find((r) => r.agent_id === bot.id);
  const { figures } = await league.client.statistics(bot.id);
  expect(row?.excess_return_pct).toEqual(expect.any(Number));
  expect(figures.excess_return_pct).toBe(row?.excess_return_pct);
  expect(board.rows.find((r) => r.agent_id === idle.id)?.excess_return_pct).toBeNull();
  // At the second close the record has the market by itself, and it is the same sum.
  await league.advanceTo('2026-03-04T00:05:00Z');
  const old = okJson<Board>(await get(league, '/api/leaderboard?league=spot_crypto&as_of=2026-03-03'));
  expect(old.rows.find((r) => r.agent_id === bot.id)?.excess_return_pct).toBe(row?.excess_return_pct);
});
