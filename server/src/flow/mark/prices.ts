/**
 * Prices at a mark: readings and what is suspended in, the prices of a window and what values a portfolio at its end out.
 *
 * One price vector per window and mark: it prices every order of the window that is decided at the mark, and every portfolio that is
 * valued then. A suspended symbol is frozen at its last agreed price. A portfolio is valued at the window's own price where it was
 * agreed, at the frozen price of a suspended symbol, and at the last agreed price of any other (contract 3.6).
 *
 * Example: at 00:00 BTC is agreed, DOGE suspended at 0.10 since yesterday, SOL apart and last agreed at 23:40 -> BTC is valued at its
 * price of 00:00, DOGE at 0.10 and SOL at its price of 23:40; the last two are stale.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings } from '../../sources/source.ts';
import type { Route, SymbolId } from '../../league/symbol.ts';
import type { MarketVersion } from '../price/market.ts';
import { priceVector, type PriceVector } from '../price/price.ts';
import { keptPrice, type Suspension } from '../price/suspension.ts';
import { usdPrices, type LastAgreed, type UsdPrices } from '../price/usd.ts';
import { buyBaselines, type LeagueBaselines } from '../rank/baseline.ts';
import { windowMs } from '../../lib/time.ts';

export interface WindowPrices {
  readonly vector: PriceVector;
  readonly usd: UsdPrices;
}

export type Suspended = ReadonlyMap<SymbolId, Suspension>;

/** The prices over the window that ends at `end`. */
export function pricesOver(
  { pools, cadSymbols }: Pick<MarketVersion, 'pools' | 'cadSymbols'>,
  routes: Iterable<Route>,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  end: Instant,
  suspended: Suspended,
): WindowPrices {
  const vector = priceVector(routes, pools, atStart, atEnd, end - windowMs, end);
  return { vector, usd: withFrozen(vector, cadSymbols, suspended) };
}

/** In USD, suspended symbols frozen. */
export function withFrozen(vector: PriceVector, cadSymbols: ReadonlySet<SymbolId>, suspended: Suspended): UsdPrices {
  return usdPrices(vector, cadSymbols, new Map([...suspended].map(([symbol, s]) => [symbol, s.price])));
}

/** What values a portfolio at the end of a window: the known part, and the symbols whose last agreed price is still to be looked up. */
export interface Unvalued {
  /** Last prices of symbols that the window itself does not price; to be completed. */
  readonly last: Map<SymbolId, LastAgreed>;
  readonly toLookUp: readonly SymbolId[];
}

/** @param everAgreed symbols that ever had an agreed price: one that the source no longer lists may still be held. */
export function unvalued(usd: UsdPrices, everAgreed: Iterable<SymbolId>, suspended: Suspended): Unvalued {
  const last = new Map<SymbolId, LastAgreed>();
  const toLookUp: SymbolId[] = [];
  for (const symbol of new Set([...usd.keys(), ...everAgreed])) {
    if (usd.get(symbol)?.state === 'agreed') continue;
    const kept = keptPrice(suspended.get(symbol));
    if (kept) last.set(symbol, kept);
    else toLookUp.push(symbol);
  }
  return { last, toLookUp };
}

/** The baselines of a league whose first window ends at `end`; undefined while one of its largest symbols has no agreed price. */
export function beginBaselines(
  { leagues, cadSymbols }: Pick<MarketVersion, 'leagues' | 'cadSymbols'>,
  league: string,
  usd: UsdPrices,
  end: Instant,
): LeagueBaselines | undefined {
  const market = leagues.get(league);
  const list = market && buyBaselines(market.symbols, market.largest, usd, (s) => cadSymbols.has(s));
  return list && { windowStart: end - windowMs, list };
}
