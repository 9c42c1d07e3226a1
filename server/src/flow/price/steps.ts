/**
 * Steps: the readings at both ends of a step of time in, the mean of each symbol over it out, or why there is none; and of the five-minute
 * means inside a longer step the first, the highest, the lowest and the last.
 *
 * Public rule (docs/bots/prices.md): the mean over a step is made as the price of a fill is made over its window, by the same functions: both routes, the same
 * check, in USD. A suspended symbol has none, for whoever fills then fills at a frozen price. What is missing is named and never filled in.
 *
 * Example: the half hour that ends at 12:30 has the mean at which an order with the window 12:00 to 12:30 fills, 60,012.5. Its five-minute
 * means are 60,000, 60,010, none (pools apart), 60,030, 60,020, 60,015: open 60,000, high 60,030, low 60,000, close 60,015.
 */
import type { PriceGap } from 'papertape-contract/price';
import type { Instant } from '../../lib/clock.ts';
import { dayMs, hourMs, markMs, windowMs } from '../../lib/time.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { MarkReadings } from '../../sources/source.ts';
import type { MarketVersion } from './market.ts';
import { priceVector } from './price.ts';
import { noPriceReasons } from './reasons.ts';
import type { Suspension } from './suspension.ts';
import { usdPrices } from './usd.ts';

/** The lengths of a step, in milliseconds. A step begins at a multiple of its length since 1970, which for a day is 00:00 UTC. */
export const stepMs = { '1d': dayMs, '1h': hourMs, '30m': windowMs, '5m': markMs } as const;

export type Step = keyof typeof stepMs;

export const stepNames = ['1d', '1h', '30m', '5m'] as const satisfies readonly Step[];

/** Why there is no mean over a step. */
export type NoMean = PriceGap['reason'];

export const noMeanReasons: Readonly<Record<NoMean, string>> = {
  ...noPriceReasons,
  apart: 'The two pools differed by more than 1%.',
  suspended: 'The symbol was suspended at the end of the step, and frozen at an earlier price.',
  delisted: 'The symbol was delisted at the end of the step.',
};

/** USD at `priceScale`. */
export type Mean = bigint | NoMean;

/** The mean of every symbol that the market prices over the step [start, end). */
export function meansOver(
  { routes, pools, cadSymbols }: Pick<MarketVersion, 'routes' | 'pools' | 'cadSymbols'>,
  suspended: ReadonlyMap<SymbolId, Suspension>,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  start: Instant,
  end: Instant,
): Map<SymbolId, Mean> {
  const vector = priceVector(routes.values(), pools, atStart, atEnd, start, end);
  const frozen = new Map([...suspended].map(([symbol, s]) => [symbol, s.price]));
  const means = new Map<SymbolId, Mean>();
  for (const [symbol, p] of usdPrices(vector, cadSymbols, frozen)) {
    if (p.state === 'frozen') means.set(symbol, suspended.get(symbol)?.kind ?? 'suspended');
    else if (p.state === 'unavailable') means.set(symbol, p.reason);
    else means.set(symbol, p.state === 'apart' ? 'apart' : p.price);
  }
  return means;
}

/** Where the first, the highest, the lowest and the last of some means stand among them. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** @param means NaN where there is none. @returns undefined when there is none in [from, to). Of equal ones the earlier one counts. */
export function candleOf(means: ArrayLike<number>, from: number, to: number): Candle | undefined {
  let candle: { -readonly [K in keyof Candle]: number } | undefined;
  for (let i = from; i < to; i++) {
    const mean = means[i] ?? Number.NaN;
    if (Number.isNaN(mean)) continue;
    candle ??= { open: i, high: i, low: i, close: i };
    candle.close = i;
    if (mean > (means[candle.high] as number)) candle.high = i;
    if (mean < (means[candle.low] as number)) candle.low = i;
  }
  return candle;
}
