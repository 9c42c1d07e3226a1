/**
 * Close: the prices of the 30 minutes that end at 00:00 UTC and a portfolio in, one value out.
 *
 * Contract 3.6: a symbol without an agreed price keeps its last agreed one, marked down by the hours that it is old (../price/mark-down.ts), and
 * the value is marked stale. A close is named by
 * the date on which its instant falls: the close `2026-11-22` is the instant 2026-11-22T00:00:00Z. Before its first close a bot
 * shows $100,000.
 *
 * Example: cash 50,000, 1 BTC at 52,000 -> value 102,000, return 2.00%, peak 102,000, drawdown 0.
 */
import { countedAmount, divFloor, divHalfUp, moneyScale, pow10, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { startValue } from '../fill/fill.ts';
import type { UsdPrices } from '../price/usd.ts';
import { markedDown, type StalePrice } from '../price/mark-down.ts';

/** Places in which a drawdown is kept as a fraction: 0.0625 is 62,500. */
export const drawdownScale = 6;

export interface ClosePrice {
  /** USD at `priceScale`. */
  readonly price: bigint;
  /** End of the window that the price comes from: the close itself, or earlier when `stale`. */
  readonly at: Instant;
  readonly stale: boolean;
}

export type ClosePrices = ReadonlyMap<SymbolId, ClosePrice>;

/** Prices for valuing: the close's own where the pools agree, a marked-down one elsewhere; a symbol that never had one is absent. */
export function closePrices(prices: UsdPrices, stale: ReadonlyMap<SymbolId, StalePrice>, close: Instant): ClosePrices {
  const out = new Map<SymbolId, ClosePrice>();
  for (const [symbol, p] of prices) {
    if (p.state === 'agreed') out.set(symbol, { price: p.price, at: close, stale: false });
  }
  for (const [symbol, p] of stale) {
    if (!out.has(symbol)) out.set(symbol, { price: markedDown(p, close), at: p.at, stale: true });
  }
  return out;
}

const toMoney = pow10(unitsScale + priceScale - moneyScale);

export interface Valuation {
  /** USD at `moneyScale`, rounded down once over the whole portfolio, and counted up to `amountMax`. */
  readonly value: bigint;
  readonly stale: boolean;
}

/** Values a portfolio given as cash and (symbol, units) pairs. Throws when a held symbol never had a price: that cannot be. */
export function valuePortfolio(
  cash: bigint,
  holdings: Iterable<readonly [SymbolId, bigint]>,
  prices: ClosePrices,
): Valuation {
  let sum = cash * toMoney;
  let stale = false;
  for (const [symbol, units] of holdings) {
    const p = prices.get(symbol);
    if (!p) throw new Error(`${symbol} is held but never had a price`);
    sum += units * p.price;
    if (p.stale) stale = true;
  }
  return { value: countedAmount(divFloor(sum, toMoney)), stale };
}

/** A record of closes, folded one close at a time. */
export interface Drawdown {
  /** Highest value at any close so far, the start included; `moneyScale`. */
  readonly peak: bigint;
  /** Largest fall from a peak so far as a fraction at `drawdownScale`, 0 or more. */
  readonly max: bigint;
}

export const noDrawdown: Drawdown = { peak: startValue, max: 0n };

export function foldDrawdown(before: Drawdown, value: bigint): Drawdown {
  if (value >= before.peak) return { peak: value, max: before.max };
  const fall = divHalfUp((before.peak - value) * pow10(drawdownScale), before.peak);
  return { peak: before.peak, max: fall > before.max ? fall : before.max };
}
