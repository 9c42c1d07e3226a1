/** Two to four bots side by side: their lines from the first close that all have, what sets each pair apart, and what they hold. */
import type { Positions } from 'papertape-contract/bot';
import type { Bot } from '../bots/bot.ts';
import { startValue } from '../flow/fill/fill.ts';
import { dailyReturn } from '../flow/rank/record.ts';
import { riskReturnsMin } from '../flow/rank/statistics.ts';
import { meanInterval } from '../flow/rank/statistics/bootstrap.ts';
import type { ChartLine } from '../html/lines.tsx';
import type { Instant } from '../lib/clock.ts';
import { seededUniform } from '../lib/seeded-random.ts';
import type { Compared, ComparedBot, HeldRow, Pair } from '../html/compared.ts';
import { botView, positionsView } from './bot-view.ts';
import type { BotClose } from './close.ts';
import { closesOf } from './closes.sql.ts';
import type { ReadDeps } from './deps.ts';
import { agentStatistics, bootstrapSeed } from './figures-view.ts';

export async function compareView(deps: ReadDeps, bots: readonly Bot[]): Promise<Compared> {
  const shown = await Promise.all(bots.map((bot) => comparedBot(deps, bot)));
  const closes = await Promise.all(bots.map((bot) => closesOf(deps.db, [bot.botId], 0)));
  const weights = shown.map(({ positions }) => weightsOf(positions));
  const pairs = bots.flatMap((_, a) => bots.slice(a + 1).map((_, k) => [a, a + 1 + k] as const));
  return {
    bots: shown,
    common: commonLines(
      shown.map(({ bot }) => bot.name),
      closes,
    ),
    pairs: pairs.map(([a, b]) => ({
      of: [a, b],
      ...headToHead(closes[a] ?? [], closes[b] ?? []),
      alike: sharedWeight(weights[a], weights[b]),
    })),
    holdings: heldRows(weights),
  };
}

async function comparedBot(deps: ReadDeps, bot: Bot): Promise<ComparedBot> {
  const { db, market, payments } = deps;
  const baseUrl = deps.baseUrl();
  return {
    bot: await botView(db, bot, market, baseUrl, payments.extras),
    statistics: await agentStatistics(db, bot, market.info, baseUrl),
    positions: await positionsView(deps, bot, market),
  };
}

type ValueAtClose = Pick<BotClose, 'botId' | 'close' | 'value' | 'cents' | 'firstFillAt'>;

/** Each line begins at zero, at the first close that all have. */
export function commonLines(
  names: readonly string[],
  closes: readonly (readonly ValueAtClose[])[],
): Compared['common'] {
  const [first = [], ...others] = closes;
  const inOthers = others.map((list) => new Set(list.map((c) => c.close)));
  const shared = first.map((c) => c.close).filter((at) => inOthers.every((set) => set.has(at)));
  const [from] = shared;
  const to = shared.at(-1);
  if (from === undefined || to === undefined) return null;
  const isShared = new Set(shared);
  const lines = closes.map((list, i): ChartLine => {
    const points = list.filter((c) => isShared.has(c.close));
    const base = points[0]?.cents ?? 0;
    return {
      name: names[i] ?? '',
      points: points.map((c) => ({ close: c.close, value: base > 0 ? (c.cents / base - 1) * 100 : 0 })),
    };
  });
  return { lines, from, to };
}

/**
 * Over the days that both began and ended at the same closes, from the later of their first fills on. The interval is the bootstrap of
 * docs/bots/statistics.md over the differences of the days, drawn from the ids of both and the date of the last day.
 */
export function headToHead(a: readonly ValueAtClose[], b: readonly ValueAtClose[]): Omit<Pair, 'of' | 'alike'> {
  const other = new Map(daysOf(b).map((d) => [`${d.from} ${d.to}`, d.value]));
  const days = daysOf(a).flatMap((d) => {
    const theirs = other.get(`${d.from} ${d.to}`);
    return theirs === undefined ? [] : [{ at: d.to, difference: d.value - theirs }];
  });
  const differences = days.map((d) => d.difference);
  const last = days.at(-1);
  const mean = differences.reduce((sum, x) => sum + x, 0) / differences.length;
  const uniform = seededUniform(bootstrapSeed(`${a[0]?.botId ?? ''} ${b[0]?.botId ?? ''}`, last?.at ?? 0));
  const interval = differences.length < riskReturnsMin ? undefined : meanInterval(differences, uniform);
  return {
    days: days.length,
    better: [differences.filter((x) => x > 0).length, differences.filter((x) => x < 0).length],
    differencePct: last ? mean * 100 : null,
    intervalPct: interval ? { low: interval.low * 100, high: interval.high * 100 } : null,
  };
}

interface Day {
  readonly from: Instant;
  readonly to: Instant;
  readonly value: number;
}

function daysOf(closes: readonly ValueAtClose[]): Day[] {
  return closes.flatMap((c, k) => {
    const before = closes[k - 1];
    const value = c.firstFillAt === null ? undefined : dailyReturn(before?.value ?? startValue, c.value);
    return value === undefined ? [] : [{ from: before?.close ?? 0, to: c.close, value }];
  });
}

const cash = 'cash';

/** Weights of what is held, cash too; null when the price of anything is not known. */
function weightsOf({ positions, cash: held, value_now: value }: Positions): ReadonlyMap<string, number | null> {
  const whole = value === null ? 0 : Number(value);
  return new Map([
    ...positions.map((p): [string, number | null] => [p.symbol, p.weight]),
    [cash, whole > 0 ? Number(held) / whole : null],
  ]);
}

function heldRows(weights: readonly ReadonlyMap<string, number | null>[]): HeldRow[] {
  const symbols = [...new Set(weights.flatMap((w) => [...w.keys()]))].filter((s) => s !== cash);
  const rowOf = (symbol: string): HeldRow => ({
    symbol,
    weights: weights.map((w) => (w.has(symbol) ? (w.get(symbol) ?? null) : 0)),
  });
  return [...symbols.map(rowOf).toSorted(furthestFirst), rowOf(cash)];
}

/** What sets them apart most stands first. */
function furthestFirst(a: HeldRow, b: HeldRow): number {
  return spread(b) - spread(a) || (a.symbol < b.symbol ? -1 : 1);
}

function spread({ weights }: HeldRow): number {
  const known = weights.map((w) => w ?? 0);
  return Math.max(...known) - Math.min(...known);
}

export function sharedWeight(
  a: ReadonlyMap<string, number | null> | undefined,
  b: ReadonlyMap<string, number | null> | undefined,
): number | null {
  if (!a || !b || [...a.values(), ...b.values()].includes(null)) return null;
  return [...a].reduce((sum, [symbol, weight]) => sum + Math.min(weight ?? 0, b.get(symbol) ?? 0), 0);
}
