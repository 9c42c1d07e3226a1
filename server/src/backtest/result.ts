/** What a run of the arena comes to: standings and figures of each bot, made by the functions that make them in the service. */
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { beatsMarket } from '../flow/rank/beats-market.ts';
import { drawdownScale, noDrawdown } from '../flow/close/close.ts';
import { boardOrder, rankByValue, returnBps, valueCents } from '../flow/rank/rank.ts';
import { dailyReturn, emptyRecord, encodeRecord } from '../flow/rank/record.ts';
import { startValue } from '../flow/fill/fill.ts';
import { marketValue } from '../flow/rank/baseline-value.ts';
import { figuresOf, isProvisional, riskReturnsMin, type Figures } from '../flow/rank/statistics.ts';
import { meanInterval } from '../flow/rank/statistics/bootstrap.ts';
import { rankIntervals, valueInterval } from '../flow/rank/statistics/rank-interval.ts';
import { tierName, type TierName } from '../league/tiers.ts';
import type { LinePoint } from '../html/lines.tsx';
import { isoDate } from '../lib/clock.ts';
import { formatFixed, moneyScale, unitsScale } from '../lib/decimal.ts';
import { seededUniform } from '../lib/seeded-random.ts';
import { sha256 } from '../lib/hash.ts';
import type { Arena, Failure } from './backtest.ts';
import type { ArenaBot } from './bot.ts';

export interface Standing {
  readonly index: number;
  readonly name: string;
  readonly rank: number;
  readonly tied: boolean;
  readonly rankInterval: { readonly from: number; readonly to: number };
  readonly cents: number;
  /** Hundredths of a percent. */
  readonly returnBps: number;
  readonly figures: Figures;
  readonly provisional: boolean;
  readonly beatsMarket: boolean;
  readonly tier: TierName;
  readonly weeksWon: number;
  readonly bot: ArenaBot;
  readonly failure: Failure | undefined;
}

/** In order of the board: best first. Those that failed are left out of the ranks and come last. */
export function standings(arena: Arena): Standing[] {
  const { bots, failures } = arena;
  const ranked = [...bots.keys()].filter((i) => !failures.has(i));
  const all = [...ranked, ...failures.keys()];
  const valueOf = (i: number): number => valueCents((bots[i] as ArenaBot).at?.value ?? startValue);
  const ranking = rankByValue(Float64Array.from(ranked, valueOf));
  const intervals = ranked.map((i) => valueInterval((bots[i] as ArenaBot).at?.record ?? emptyRecord, valueOf(i)));
  const ties = rankIntervals(
    Float64Array.from(intervals, ([low]) => low),
    Float64Array.from(intervals, ([, high]) => high),
  );
  const [last, baselines] = [arena.closes.at(-1) ?? 0, arena.baselines.at(-1) ?? []];
  const order = [...boardOrder(ranking), ...[...failures.keys()].keys().map((k) => ranked.length + k)];
  return order.map((k) => {
    const index = all[k] as number;
    const bot = bots[index] as ArenaBot;
    const record = bot.at?.record ?? emptyRecord;
    const cents = valueOf(index);
    const { firstFillAt } = bot.now;
    const valued = firstFillAt !== undefined && firstFillAt <= last ? firstFillAt : null;
    return {
      index,
      name: bot.name,
      rank: ranking.rank[k] ?? 0,
      tied: ranking.tied[k] === 1,
      rankInterval: { from: ties.from[k] ?? 0, to: ties.to[k] ?? 0 },
      cents,
      returnBps: returnBps(cents),
      figures: figuresOf(record, {
        board: arena.context(),
        // Whoever tries ten strategies finds one lucky one.
        ownBots: bots.length,
        market: marketValue(baselines),
        maxDrawdown: Number((bot.at?.drawdown ?? noDrawdown).max) / 10 ** drawdownScale,
      }),
      provisional: isProvisional(bot.at?.record),
      beatsMarket: beatsMarket({ bps: returnBps(cents), firstFillAt: valued }, arena.baselinesAt, baselines),
      tier: tierName(arena.tiers[index] ?? 0),
      weeksWon: arena.weeks.filter((w) => w.champion === index).length,
      bot,
      failure: failures.get(index),
    };
  });
}

/** The daily return above the market at each close; undefined where the bot had not begun, or there was no market to hold it against. */
export function excessReturns(arena: Arena, bot: ArenaBot): (number | undefined)[] {
  return arena.closes.map((close, k) => {
    if (k === 0 || (bot.now.firstFillAt ?? Number.POSITIVE_INFINITY) > close) return undefined;
    const before = marketValue(arena.baselines[k - 1] ?? []);
    const after = marketValue(arena.baselines[k] ?? []);
    const market = before === undefined || after === undefined ? undefined : dailyReturn(before, after);
    const own = dailyReturn(bot.line[k - 1] ?? startValue, bot.line[k] as bigint);
    return own === undefined || market === undefined ? undefined : own - market;
  });
}

/** 95% interval of the daily return above the market, percent; undefined for a record too short. Drawn as the service draws it, by the name for the id. */
export function excessInterval(
  arena: Arena,
  bot: ArenaBot,
): { readonly low: number; readonly high: number } | undefined {
  const excess = excessReturns(arena, bot).filter((x) => x !== undefined);
  const last = arena.closes.at(-1);
  if (excess.length < riskReturnsMin || last === undefined) return undefined;
  const seed = Number.parseInt(sha256(`${bot.name} ${isoDate(last)}`).slice(0, 8), 16);
  const interval = meanInterval(excess, seededUniform(seed));
  return interval && { low: interval.low * 100, high: interval.high * 100 };
}

/** The same for the same strategies, prices and times, on every machine; another one when a single unit differs. */
export function digestOf(arena: Arena): string {
  const lines = arena.bots.map((b) =>
    JSON.stringify([
      b.name,
      formatFixed(b.now.portfolio.cash, moneyScale),
      [...b.now.portfolio.holdings].map(([symbol, units]) => [symbol, formatFixed(units, unitsScale)]),
      Array.from(b.line, String),
      b.at ? encodeRecord(b.at.record) : null,
    ]),
  );
  return sha256(lines.join('\n')).slice(0, 16);
}

/** The value at each close, USD. */
export function lineOf(arena: Arena, { bot }: Standing): LinePoint[] {
  return arena.closes.map((close, k) => ({ close, value: Number(bot.line[k] ?? 0n) / 10 ** moneyScale }));
}

/** One line for each baseline over all closes at which it was there. */
export function baselineLines(
  arena: Arena,
): { readonly id: string; readonly name: string; readonly points: LinePoint[] }[] {
  const ids = arena.baselines.at(-1) ?? [];
  return ids.map(({ id, name }) => ({
    id,
    name,
    points: arena.closes.flatMap((close, k) => {
      const at: BaselineValue | undefined = arena.baselines[k]?.find((b) => b.id === id);
      return at ? [{ close, value: Number(at.value) }] : [];
    }),
  }));
}
