/**
 * A day, mark by mark: the readings of each mark in, the means of every symbol in steps of each length out.
 *
 * Public rule (docs/bots/prices.md): a mean follows from what was known at the end of its step, so it is final then. A reading that comes
 * late counts for the orders that wait for it, and for the steps that end when it has come, and changes no step that was over.
 *
 * Example: the reading of 12:05 was had at 12:20. The five-minute steps that end at 12:05, 12:10 have none; the hour from 12:00 to 13:00 is
 * what the readings of 12:00 and 13:00 say.
 */
import type { SymbolId, PoolId } from '../../league/symbol.ts';
import type { Instant } from '../../lib/clock.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { dayMs } from '../../lib/time.ts';
import type { PoolReading } from '../../sources/source.ts';
import { addReadings } from '../../flow/price/attempts.ts';
import { marketOfWindow, poolsAt, type MarketVersion } from '../../flow/price/market.ts';
import { decodeReadings, type ReadAtMark } from '../../flow/price/readings.ts';
import { meansOver, stepMs, stepNames, type Mean, type NoMean, type Step } from '../../flow/price/steps.ts';
import type { Suspension } from '../../flow/price/suspension.ts';
import { candleColumns, isMean, type DayGap, type DayPart } from './day-part.ts';

export interface DayFold {
  /** 00:00 UTC. */
  readonly day: Instant;
  /** The last mark that was added. */
  readonly upTo: Instant | undefined;
  /** The next mark: all that was had at it, the versions of the market, oldest first, and what was suspended when it was done. */
  add(
    mark: Instant,
    had: readonly ReadAtMark[],
    markets: readonly MarketVersion[],
    suspended: ReadonlyMap<SymbolId, Suspension>,
  ): void;
  symbols(): readonly SymbolId[];
  /** Undefined for a symbol that was not priced on the day. */
  part(symbol: SymbolId, step: Step): DayPart | undefined;
}

/** By length, the mean of each step as text or why there is none; '' before the first mark of the data. */
type Tokens = Readonly<Record<Step, string[]>>;

/** @param first the first mark of the data: a day may begin with it. */
export function createDayFold(day: Instant, first: Instant): DayFold {
  const begin = Math.max(day, first);
  const tokens = new Map<SymbolId, Tokens>();
  /** Readings of the marks at which a step that is under way began. */
  const sets = new Map<Instant, Map<PoolId, PoolReading>>();
  let upTo: Instant | undefined;

  function put(
    step: Step,
    end: Instant,
    means: ReadonlyMap<SymbolId, Mean>,
    absent: (symbol: SymbolId) => NoMean,
  ): void {
    const i = (end - day) / stepMs[step] - 1;
    for (const symbol of means.keys()) if (!tokens.has(symbol)) tokens.set(symbol, noTokens());
    for (const [symbol, of] of tokens) {
      const mean = means.get(symbol) ?? absent(symbol);
      const own = of[step];
      // A symbol that comes in the course of the day was not listed before.
      for (let before = own.length; before < i; before++) own[before] = isBefore(step, before) ? '' : 'not_listed';
      own[i] = typeof mean === 'bigint' ? formatFixed(mean, priceScale) : mean;
    }
  }

  const isBefore = (step: Step, i: number): boolean => day + i * stepMs[step] < begin;

  return {
    day,
    get upTo() {
      return upTo;
    },
    add(mark, had, markets, suspended) {
      const pools = poolsAt(markets, mark);
      for (const row of had) {
        const known = sets.get(row.mark);
        const read = row.mark === mark || known ? decodeReadings(row.readings, pools) : undefined;
        if (known && read) addReadings(known, read);
        else if (read) sets.set(mark, read);
      }
      const atEnd = sets.get(mark) ?? new Map<PoolId, PoolReading>();
      for (const step of stepNames) {
        const start = mark - stepMs[step];
        if (mark % stepMs[step] !== 0 || start < begin) continue;
        // As an order's window is: a book that changed inside the step does not price it.
        const market = marketOfWindow(markets, start);
        if (!market) throw new Error('the data says nothing of its market');
        const means = meansOver(
          market,
          suspended,
          sets.get(start) ?? new Map<PoolId, PoolReading>(),
          atEnd,
          start,
          mark,
        );
        put(step, mark, means, (symbol) => suspended.get(symbol)?.kind ?? 'not_listed');
      }
      const needed = new Set(stepNames.map((step) => Math.floor(mark / stepMs[step]) * stepMs[step]));
      for (const at of sets.keys()) if (!needed.has(at)) sets.delete(at);
      upTo = mark;
    },
    symbols: () => [...tokens.keys()],
    part(symbol, step) {
      const of = tokens.get(symbol);
      return of && partOf(of, step, upTo === undefined ? 0 : Math.floor((upTo - day) / stepMs[step]));
    },
  };
}

function noTokens(): Tokens {
  return { '1d': [], '1h': [], '30m': [], '5m': [] };
}

/** @param count steps that are over. */
function partOf(tokens: Tokens, step: Step, count: number): DayPart {
  const own = tokens[step];
  const means = Array.from({ length: count }, (_, i) => own[i] ?? '').map((text) => (isMean(text) ? text : 'null'));
  const columns = [means.join(',')];
  if (step === '5m') return { columns, gaps: gapsOf('5m', own) };
  return {
    columns: [...columns, ...candleColumns(tokens['5m'], step, count)],
    gaps: [...gapsOf(step, own), ...gapsOf('5m', tokens['5m'])],
  };
}

/** Runs of steps without a mean for the same reason. */
function gapsOf(step: Step, tokens: readonly string[]): DayGap[] {
  const gaps: DayGap[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const reason = tokens[from] ?? '';
    if (reason === '' || isMean(reason)) continue;
    let to = from + 1;
    while (to < tokens.length && tokens[to] === reason) to++;
    gaps.push([step, from, to, reason as NoMean]);
    from = to - 1;
  }
  return gaps;
}

/** Is every mark of the day in? */
export function isWhole({ day, upTo }: Pick<DayFold, 'day' | 'upTo'>): boolean {
  return upTo === day + dayMs;
}
