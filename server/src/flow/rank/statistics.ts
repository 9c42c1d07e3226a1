/**
 * Statistics: a bot's record and what its league looks like in, its figures out. Every figure has an entry in
 * statistics/catalogue.ts with its formula, unit, least record and source; nothing is shown that has none.
 *
 * Public rule (docs/bots/statistics.md): a figure that a record is too short for, or that divides by zero, is null, never infinite and
 * never guessed. Nothing is scaled to a year before 90 daily returns. Ratios rest on daily returns and a rate of zero for cash.
 *
 * Example: 100 daily returns, +2% and -1% in turn: mean 0.005, standard deviation 0.0150756, Sharpe ratio of a day 0.331662, of a
 * year 0.331662 · √365 = 6.3364.
 */
import { startValue } from '../fill/fill.ts';
import { addTo2, type Moments2, type RunningRecord } from './record.ts';
import { returnBps, startValueCents, valueCents } from './rank.ts';
import { returnSince } from './returns.ts';
import type { FigureId } from './statistics/catalogue.ts';
import { normalCdf, normalQuantile } from './statistics/normal.ts';

/** Daily returns below which no figure of risk or luck is given. */
export const riskReturnsMin = 20;
/** Daily returns below which nothing is scaled to a year. */
export const yearReturnsMin = 90;
/** Closes below which a bot's place is provisional. */
export const settledClosesMin = 20;
/** Closes in a year: crypto trades every day. */
export const closesPerYear = 365;
/** A standard deviation of a day that is not above this is rounding of the values, and counts as zero. */
export const flatReturnMax = 1e-12;

const euler = 0.5772156649015329;
const year = Math.sqrt(closesPerYear);

/** What luck is judged against: the bots of a league at a close. Folded bot by bot, in order of id. */
export interface BoardContext {
  /** Bots with a scored fill. */
  readonly bots: number;
  /** Bots with a scored fill that were valued at an earlier close and are not any more: a loser that is retired was a try all the same. */
  readonly departed: number;
  /** Sharpe ratios of a day of those that have one. */
  readonly sharpe: Moments2;
}

export const emptyBoardContext: BoardContext = { bots: 0, departed: 0, sharpe: { n: 0, mean: 0, m2: 0 } };

export function foldBoardContext(context: BoardContext, record: RunningRecord): BoardContext {
  if (record.returns.n === 0) return context;
  const sharpe = sharpeOfDay(record);
  return {
    ...context,
    bots: context.bots + 1,
    sharpe: sharpe === null ? context.sharpe : addTo2(context.sharpe, sharpe),
  };
}

export function encodeBoardContext({ bots, departed, sharpe }: BoardContext): string {
  return JSON.stringify([bots, departed, sharpe.n, sharpe.mean, sharpe.m2]);
}

export function decodeBoardContext(text: string): BoardContext {
  const [bots, departed, n, mean, m2] = JSON.parse(text) as [number, number, number, number, number];
  return { bots, departed, sharpe: { n, mean, m2 } };
}

export interface FigureContext {
  readonly board: BoardContext;
  /** Bots that the maker entered in the league, retired ones included; undefined where it was not asked for. */
  readonly ownBots?: number | undefined;
  /** Largest fall from a peak at closes, as a fraction. */
  readonly maxDrawdown: number;
  /**
   * The equal-weight baseline at the close, USD at `moneyScale`: a record has it from the second close of a league on, since it is there for
   * the change of a day.
   */
  readonly market?: bigint | undefined;
}

/** Unrounded; null where the record does not bear the figure. Percent where the id ends in `_pct`. */
export type Figures = Readonly<Record<FigureId, number | null>>;

export function figuresOf(record: RunningRecord, context: FigureContext): Figures {
  const { returns: r } = record;
  const long = r.n >= riskReturnsMin;
  const full = r.n >= yearReturnsMin;
  const deviation = long ? Math.sqrt(r.m2 / (r.n - 1)) : null;
  const sharpe = sharpeOfDay(record);
  const sortino = long ? over(r.mean, Math.sqrt(record.downside / r.n)) : null;
  const decided = record.positiveDays + record.negativeDays;
  const filled = r.n > 0;
  const cents = valueCents(record.value);
  const falls = percent(context.maxDrawdown);
  return {
    return_pct: returnBps(cents) / 100,
    week_return_pct: shownReturn(record.weekBase, cents, record),
    day_return_pct: shownReturn(record.previousValue, cents, record),
    excess_return_pct: excessReturn(record, record.market ?? context.market),
    max_drawdown_pct: falls,
    volatility_day_pct: percent(deviation),
    volatility_pct: full ? percent(times(deviation, year)) : null,
    sharpe_day: sharpe,
    sharpe: full ? times(sharpe, year) : null,
    sortino_day: sortino,
    sortino: full ? times(sortino, year) : null,
    calmar: full ? over(yearGrowth(record) - 1, context.maxDrawdown) : null,
    skewness: sharpe === null ? null : skewnessOf(record),
    kurtosis: sharpe === null ? null : kurtosisOf(record),
    hit_rate_pct: long ? percent(over(record.positiveDays, decided)) : null,
    exposure_pct: filled ? percent(record.exposure / r.n) : null,
    turnover_day_pct: filled ? percent(over(dollarsOf(record.traded), record.values)) : null,
    excess_day_pct: record.excess.n >= riskReturnsMin ? percent(record.excess.mean) : null,
    information_ratio: informationRatio(record.excess),
    probabilistic_sharpe: exceeds(record, 0),
    luck: complement(record, context.board, rivalsOf(record, context.board)),
    luck_own: context.ownBots === undefined ? null : complement(record, context.board, context.ownBots),
  };
}

/** Bots with a fill that were valued at a close since the record began, itself counted, whether they are there still or have left. */
export function rivalsOf({ departedBefore }: RunningRecord, { bots, departed }: BoardContext): number {
  return bots + departed - departedBefore;
}

/** Too young for its place to mean much: fewer than 20 closes, or no fill. */
export function isProvisional(record: RunningRecord | undefined): boolean {
  return record === undefined || record.closes < settledClosesMin || record.returns.n === 0;
}

/** Mean by standard deviation of the daily returns; null under 20 of them, or when they are all the same. */
export function sharpeOfDay({ returns: { n, mean, m2 } }: RunningRecord): number | null {
  return n < riskReturnsMin ? null : over(mean, Math.sqrt(m2 / (n - 1)));
}

/** The Sharpe ratio of a day that the best of `trials` bots without any skill is expected to show. */
export function expectedBestSharpe(trials: number, variance: number): number {
  if (trials <= 1) return 0;
  const first = normalQuantile(1 - 1 / trials);
  const second = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - euler) * first + euler * second);
}

/** Probability that a record at least as good comes from skill that is not above that of the best of so many lucky ones. */
function complement(record: RunningRecord, { sharpe }: BoardContext, trials: number): number | null {
  if (trials < 1) return null;
  if (trials === 1) return exceeds(record, 0, -1);
  if (sharpe.n < 2) return null;
  return exceeds(record, expectedBestSharpe(trials, sharpe.m2 / (sharpe.n - 1)), -1);
}

/** Probability that the true Sharpe ratio is above `benchmark` (side 1), or not (side -1): each with all its digits. */
function exceeds(record: RunningRecord, benchmark: number, side: 1 | -1 = 1): number | null {
  const sharpe = sharpeOfDay(record);
  if (sharpe === null) return null;
  const spread = 1 - skewnessOf(record) * sharpe + ((kurtosisOf(record) - 1) / 4) * sharpe * sharpe;
  if (!(spread > flatReturnMax)) return null;
  return normalCdf((side * (sharpe - benchmark) * Math.sqrt(record.returns.n - 1)) / Math.sqrt(spread));
}

function skewnessOf({ returns: { n, m2, m3 } }: RunningRecord): number {
  return (Math.sqrt(n) * m3) / (m2 * Math.sqrt(m2));
}

function kurtosisOf({ returns: { n, m2, m4 } }: RunningRecord): number {
  return (n * m4) / (m2 * m2);
}

/** Growth of one dollar in a year at the pace of the record. */
function yearGrowth({ value, returns }: RunningRecord): number {
  return Math.pow(valueCents(value) / startValueCents, closesPerYear / returns.n);
}

function informationRatio({ n, mean, m2 }: Moments2): number | null {
  return n < yearReturnsMin ? null : times(over(mean, Math.sqrt(m2 / (n - 1))), year);
}

/** A baseline that was bought after the bot's first fill counts from what it was bought with. */
function excessReturn(
  { value, returns, marketAtFirstFill = startValue }: RunningRecord,
  market: bigint | undefined,
): number | null {
  if (returns.n === 0 || market === undefined || marketAtFirstFill <= 0n) return null;
  return (valueCents(value) / startValueCents - Number(market) / Number(marketAtFirstFill)) * 100;
}

function shownReturn(from: bigint, cents: number, { closes }: RunningRecord): number | null {
  const bps = closes === 0 ? null : returnSince(from, cents);
  return bps === null ? null : bps / 100;
}

const dollarsOf = (amount: bigint): number => Number(amount) / 1e8;

/** Null when the denominator counts as zero. */
function over(a: number, b: number): number | null {
  return b > flatReturnMax ? a / b : null;
}

function times(x: number | null, factor: number): number | null {
  return x === null ? null : x * factor;
}

function percent(x: number): number;
function percent(x: number | null): number | null;
function percent(x: number | null): number | null {
  return times(x, 100);
}
