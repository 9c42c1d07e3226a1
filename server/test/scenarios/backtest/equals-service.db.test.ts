/**
 * `papertape backtest` and the service give the same, to the last digit: the same strategy is driven through the real app on the replay
 * source, over its public API, and through the arena.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Strategy, StrategyState } from '../../../../client/src/index.ts';
import { excessInterval, standings } from '../../../src/backtest/result.ts';
import { runArena, type Run } from '../../../src/backtest/run.ts';
import { decisionTimes } from '../../../src/backtest/schedule.ts';
import type { Outcome } from '../../../src/backtest/bot.ts';
import { encodeHoldings, encodeTrades } from '../../../src/flow/fill/portfolio-text.ts';
import { rejection } from '../../../src/flow/mark/queue.ts';
import { encodeRecord } from '../../../src/flow/rank/record.ts';
import { computedFigures, shownFigure } from '../../../src/flow/rank/statistics/catalogue.ts';
import { formatFixed, priceScale } from '../../../src/lib/decimal.ts';
import { realNow } from '../../../src/lib/real-clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { createReplaySource, type ReplaySource } from '../../../src/sources/replay/replay.ts';
import type { League } from '../../harness/league.ts';
import { folderOfTest, leagueOfTest } from '../../harness/of-test.ts';
import { recordedHours, unpackMinutes } from '../../harness/recorded.ts';
import { roughPrices } from '../../harness/rough-prices.ts';

const hourMs = 3_600_000;
const hours = recordedHours();

/**
 * Weights that depend on the state, and name symbols without a price at times. It waits out the first decision, and looks back to the
 * second one at most: the service knows no prices of before its start.
 */
function restless(seed: number, from: number, everyMs: number): Strategy {
  return (state) => {
    const before = (Date.parse(state.at) - from) / everyMs;
    if (before === 0) return undefined;
    const uniform = seededUniform(seed + Date.parse(state.at) / 300_000);
    if (uniform() < 0.2) return undefined;
    const shares: [string, number][] = [];
    let left = 1;
    for (const symbol of state.symbols) {
      if (uniform() < 0.4) continue;
      const past = state.history(symbol, Math.min(5, before));
      const rise = (past.at(-1) ?? 1) / (past[0] ?? 1);
      const held = (state.holdings[symbol] ?? 0) * (state.prices[symbol] ?? 1);
      const share = Math.min(left, uniform() * 0.4 * rise * (held > state.cash ? 0.5 : 1));
      const cut = Math.floor(share * 1e7) / 1e7;
      left -= cut;
      if (left < 0) break;
      shares.push([symbol, cut]);
    }
    return Object.fromEntries(shares);
  };
}

interface Played {
  readonly league: League;
  readonly id: string;
  readonly states: StrategyState[];
}

/** The strategy as a bot of the real service: it sees what the API tells, keeps its own history, and sends its orders over HTTP. */
async function playService(
  source: ReplaySource,
  from: number,
  to: number,
  everyMs: number,
  decide: Strategy,
): Promise<Played> {
  const league = await leagueOfTest({ start: new Date(from).toISOString(), source });
  const bot = await league.enter({ name: 'Under test' });
  const history = new Map<string, (number | null)[]>();
  const states: Played['states'] = [];
  for (let t = from; t < to; t += everyMs) {
    await league.advanceTo(t);
    const { symbols } = await bot.universe('spot_crypto');
    const now = await bot.state();
    const prices: Record<string, number> = {};
    for (const s of symbols) {
      const isNow = s.last_price_at !== null && Date.parse(s.last_price_at) === t;
      if (isNow) prices[s.symbol] = Number(s.last_price);
      history.set(s.symbol, [...(history.get(s.symbol) ?? []), isNow ? Number(s.last_price) : null]);
    }
    const state: StrategyState = {
      at: new Date(t).toISOString(),
      date: new Date(t).toISOString().slice(0, 10),
      symbols: symbols.filter((s) => s.tradable || /suspended/.test(s.reason ?? '')).map((s) => s.symbol),
      prices,
      cash: Number(now.cash),
      value: now.value_now_usd ?? Number.NaN,
      holdings: Object.fromEntries(now.holdings.map((h) => [h.symbol, Number(h.units)])),
      weights: {},
      history: (symbol, n) => history.get(symbol)?.slice(-n) ?? [],
      random: () => 0,
    };
    states.push(state);
    const weights = decide(state);
    if (weights) await bot.weights(weights);
  }
  await league.advanceTo(to);
  return { league, id: bot.id, states };
}

interface Backtested extends Run {
  readonly states: StrategyState[];
  readonly outcomes: Outcome[];
}

function playArena(
  source: ReplaySource,
  from: number,
  to: number,
  everyMs: number,
  name: string,
  decide: Strategy,
): Backtested {
  const states: StrategyState[] = [];
  const outcomes: Outcome[] = [];
  const entrant = {
    name,
    decide: (state: StrategyState) => {
      states.push(state);
      return decide(state);
    },
  };
  const run = runArena({
    source,
    league: 'spot_crypto',
    from,
    to,
    schedule: decisionTimes(`${everyMs / 60_000}m`),
    entrants: [entrant],
    seed: '1',
    decisionMsMax: 10_000,
    onOutcome: (_bot, o) => outcomes.push(o),
    now: realNow,
  });
  expect([...run.arena.failures.values()]).toEqual([]);
  return { ...run, states, outcomes };
}

async function expectSame({ league, id, states }: Played, run: Backtested): Promise<void> {
  // What the bot could see.
  expect(run.states).toHaveLength(states.length);
  for (const [i, state] of states.entries()) {
    const { at, cash, holdings, value } = run.states[i]!;
    expect({ at, cash, holdings }).toEqual({ at: state.at, cash: state.cash, holdings: state.holdings });
    // The service has no prices before its first window is over.
    if (i > 0) expect(run.states[i]!.prices, at).toEqual(state.prices);
    if (!Number.isNaN(state.value)) expect(value).toBeCloseTo(state.value, 1);
  }
  const { db } = league.app.deps;
  const bot = run.arena.bots[0]!;

  const fills = await db
    .selectFrom('ledger.fills')
    .selectAll()
    .where('agent_id', '=', id)
    .orderBy('sequence')
    .execute();
  const priceText = (p: bigint): string => formatFixed(p, priceScale);
  expect(
    run.outcomes.map(({ window, at, result: r }) => ({
      window_start: BigInt(window.start),
      at_mark: BigInt(at),
      state: r.outcome === 'filled' ? 'filled' : 'rejected',
      reason_code: r.outcome === 'filled' ? null : rejection(r)[0],
      detail: r.outcome === 'filled' ? null : rejection(r)[1],
      trades: r.outcome === 'filled' ? encodeTrades(r.trades, priceText) : '[]',
      value_before: r.outcome === 'filled' ? r.valueBefore : null,
      value_after: r.outcome === 'filled' ? r.valueAfter : null,
    })),
  ).toEqual(
    fills.map(({ window_start, at_mark, state, reason_code, detail, trades, value_before, value_after }) => ({
      window_start,
      at_mark,
      state,
      reason_code,
      detail,
      trades,
      value_before,
      value_after,
    })),
  );

  const closes = await db.selectFrom('ledger.closes').selectAll().where('agent_id', '=', id).orderBy('close').execute();
  expect(run.arena.closes).toEqual(closes.map((c) => Number(c.close)));
  expect([...bot.line]).toEqual(closes.map((c) => c.value));
  expect(bot.at?.drawdown).toEqual({ peak: closes.at(-1)!.peak, max: closes.at(-1)!.max_drawdown });

  const portfolio = await db
    .selectFrom('ledger.portfolios')
    .selectAll()
    .where('agent_id', '=', id)
    .executeTakeFirstOrThrow();
  expect({
    cash: bot.now.portfolio.cash,
    holdings: encodeHoldings(bot.now.portfolio.holdings),
    trades: BigInt(bot.now.trades),
    traded: String(bot.now.traded),
    first: BigInt(bot.now.firstFillAt ?? 0),
  }).toEqual({
    cash: portfolio.cash,
    holdings: portfolio.holdings,
    trades: portfolio.trades,
    traded: String(portfolio.traded),
    first: portfolio.first_fill_at,
  });

  const boards = await db
    .selectFrom('ledger.boards')
    .select(['close', 'baselines'])
    .where('league', '=', 'spot_crypto')
    .where('total', '>', 0n)
    .orderBy('close')
    .execute();
  expect(run.arena.baselines.map((b) => JSON.stringify(b))).toEqual(boards.map((b) => b.baselines));

  // Every bit of the record, and every figure made of it.
  const record = await db
    .selectFrom('ledger.records')
    .select('record')
    .where('agent_id', '=', id)
    .orderBy('close', 'desc')
    .executeTakeFirstOrThrow();
  expect(encodeRecord(bot.at!.record)).toBe(record.record);
  const [standing] = standings(run.arena);
  const told = await league.client.statistics(id);
  expect(Object.fromEntries(computedFigures.map((f) => [f, shownFigure(f, standing!.figures[f])]))).toEqual(
    told.figures,
  );
  const interval = excessInterval(run.arena, bot);
  const shown = (x: number): number => shownFigure('excess_day_interval_pct', x);
  expect(interval ? { low: shown(interval.low), high: shown(interval.high) } : null).toEqual(
    told.excess_day_interval_pct,
  );
  const board = await league.client.leaderboard({ league: 'spot_crypto' });
  expect(standing!.beatsMarket).toBe(board.rows[0]!.beats_market);
}

test('three days of recorded minutes, an order an hour', async () => {
  const prices = folderOfTest();
  unpackMinutes(prices);
  const from = Date.parse('2023-08-15T00:00:00Z');
  const to = Date.parse('2023-08-18T00:00:00Z');
  const decide = restless(1, from, hourMs);
  const service = await playService(createReplaySource({ folder: prices }), from, to, hourMs, decide);
  const run = playArena(createReplaySource({ folder: prices }), from, to, hourMs, service.id, decide);
  expect(run.outcomes.length).toBeGreaterThan(30);
  await expectSame(service, run);
});

test.runIf(hours !== undefined)('four weeks of recorded hours, twenty assets, an order a day', async () => {
  const prices = folderOfTest();
  symlinkSync(hours!, join(prices, 'hourly.csv'));
  const from = Date.parse('2021-05-01T00:00:00Z');
  const to = Date.parse('2021-05-29T00:00:00Z');
  const decide = restless(1, from, 24 * hourMs);
  const service = await playService(createReplaySource({ folder: prices }), from, to, 24 * hourMs, decide);
  const run = playArena(createReplaySource({ folder: prices }), from, to, 24 * hourMs, service.id, decide);
  expect(run.outcomes.length).toBeGreaterThan(15);
  await expectSame(service, run);
});

test.each([1, 2])('a rough market: gaps, suspensions, waits, rejections, CAD (seed %i)', async (seed) => {
  const from = Date.parse('2026-03-02T00:00:00Z');
  const to = from + 22 * 24 * hourMs;
  const prices = roughPrices(folderOfTest(), from, 23 * 24 + 30, seed);
  const decide = restless(seed * 1_000_003, from, 6 * hourMs);
  const service = await playService(createReplaySource({ folder: prices }), from, to, 6 * hourMs, decide);
  const run = playArena(createReplaySource({ folder: prices }), from, to, 6 * hourMs, service.id, decide);
  await expectSame(service, run);
  // The market was as rough as it says.
  const bot = run.arena.bots[0]!;
  expect(bot.rejected['pools_apart']).toBeGreaterThan(0);
  expect(bot.fees).toBeGreaterThan(0n);
  expect(run.outcomes.filter((o) => o.at > o.window.end).length).toBeGreaterThan(0);
});
