/** The result of a run for machines: `--json`. Amounts whose exactness matters are decimal text. */
import { tradeProof } from '../proof/format.ts';
import { computedFigures, shownFigure } from '../flow/rank/statistics/catalogue.ts';
import { returnBps, valueCents } from '../flow/rank/rank.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, parseFixed, priceScale, unitsScale } from '../lib/decimal.ts';
import type { Outcome } from './bot.ts';
import { baselineLines, digestOf, excessInterval, type Standing } from './result.ts';
import type { Run } from './run.ts';
import { rejection } from '../flow/mark/queue.ts';
import { windowBps, type WindowCost } from './window-cost.ts';

export interface RunFacts {
  /** What the prices are, in a sentence. */
  readonly prices: string;
  readonly league: string;
  readonly every: string;
  readonly seed: string;
}

const money = (x: bigint): string => formatFixed(x, moneyScale);

export function backtestJson(run: Run, facts: RunFacts, standing: Standing, outcomes: readonly Outcome[]): object {
  const { bot } = standing;
  const interval = excessInterval(run.arena, bot);
  const shown = (x: number): number => shownFigure('excess_day_interval_pct', x);
  return {
    format: 'papertape-backtest/1',
    ...headJson(run, facts),
    strategy: standing.name,
    ...standingJson(standing),
    cash: money(bot.now.portfolio.cash),
    holdings: Object.fromEntries(
      [...bot.now.portfolio.holdings].map(([s, units]) => [s, formatFixed(units, unitsScale)]),
    ),
    excess_day_interval_pct: interval ? { low: shown(interval.low), high: shown(interval.high) } : null,
    market_baselines: baselinesJson(run),
    line: run.arena.closes.map((close, k) => ({ date: isoDate(close), value: money(bot.line[k] ?? 0n) })),
    outcomes: outcomes.map(outcomeJson),
  };
}

export function leagueJson(
  run: Run,
  facts: RunFacts,
  all: readonly Standing[],
  fileOf: (i: number) => string | undefined,
): object {
  return {
    format: 'papertape-league/1',
    ...headJson(run, facts),
    market_baselines: baselinesJson(run),
    rows: all
      .filter((s) => !s.failure)
      .map((s) => ({
        rank: s.rank,
        tied: s.tied,
        name: s.name,
        tier: s.tier,
        weeks_won: s.weeksWon,
        rank_interval: s.rankInterval,
        ...standingJson(s),
      })),
    failed: all.flatMap(({ name, index, failure }) => {
      if (!failure) return [];
      const { at, code, what, fix } = failure;
      return [{ name, file: fileOf(index) ?? null, at: iso(at), code, what, fix }];
    }),
    weeks: run.arena.weeks.map((w) => ({
      week: w.week,
      champion: w.champion === undefined ? null : (run.arena.bots[w.champion]?.name ?? null),
      return_pct: w.weekBps / 100,
      promoted: w.promoted,
      relegated: w.relegated,
    })),
  };
}

export function headJson({ arena, from, to }: Run, { prices, league, every, seed }: RunFacts): object {
  const last = arena.closes.at(-1);
  return {
    prices,
    league,
    from: iso(from),
    to: iso(to),
    every,
    seed,
    digest: digestOf(arena),
    as_of: last === undefined ? null : iso(last),
    closes: arena.closes.length,
  };
}

/** Basis points to two places. */
function windowCostJson(of: WindowCost): object {
  const bps = windowBps(of);
  return {
    usd: money(of.cost),
    bps: bps === null ? null : Math.round(bps * 100) / 100,
    trades_without_price: of.unseen,
  };
}

export function standingJson({ bot, cents, returnBps: bps, figures, provisional, beatsMarket }: Standing): object {
  const instantOf = (t: Instant | undefined): string | null => (t === undefined ? null : iso(t));
  return {
    value_usd: cents / 100,
    return_pct: bps / 100,
    orders: {
      sent: bot.sent,
      filled: bot.filled,
      rejected: bot.rejected,
      refused: bot.refused,
      pending: bot.orders.length,
    },
    trades: bot.now.trades,
    traded_usd: money(bot.now.traded),
    fees_usd: money(bot.fees),
    spreads_usd: money(bot.spreads),
    window_cost: windowCostJson(bot.window),
    first_fill_at: instantOf(bot.now.firstFillAt),
    stale: bot.stale,
    provisional,
    beats_market: beatsMarket,
    figures: Object.fromEntries(computedFigures.map((id) => [id, shownFigure(id, figures[id])])),
  };
}

export function baselinesJson({ arena }: Run): object[] {
  return baselineLines(arena).map(({ id, name, points }) => {
    const value = parseFixed(arena.baselines.at(-1)?.find((b) => b.id === id)?.value ?? '0', moneyScale);
    return {
      id,
      name,
      value_usd: valueCents(value) / 100,
      return_pct: returnBps(valueCents(value)) / 100,
      line: points.map((p) => ({ date: isoDate(p.close), value_usd: p.value })),
    };
  });
}

function outcomeJson({ receivedAt, window, at, result, seen, cost }: Outcome): object {
  const head = {
    received_at: iso(receivedAt),
    window: { start: iso(window.start), end: iso(window.end) },
    decided_at: iso(at),
  };
  if (result.outcome !== 'filled') {
    const [code, detail] = rejection(result);
    return { ...head, state: 'rejected', reason_code: code, ...(JSON.parse(detail) as object) };
  }
  return {
    ...head,
    state: 'filled',
    value_before: money(result.valueBefore),
    value_after: money(result.valueAfter),
    window_cost: windowCostJson(cost),
    trades: result.trades.map((trade) => {
      const price = seen.get(trade.symbol);
      return { ...tradeProof(trade), price_at_decision: price === undefined ? null : formatFixed(price, priceScale) };
    }),
  };
}
