/**
 * Prices at a mark: readings and what is suspended in, the prices of a window and what values a portfolio at its end out.
 *
 * One price vector per window and mark: it prices every order of the window that is decided at the mark, and every portfolio that is
 * valued then. A suspended symbol is frozen at its last agreed price. A portfolio is valued at the window's own price where it was
 * agreed, and at the last agreed price of any other symbol, marked down (contract 3.6, flow/price/mark-down.ts).
 *
 * Example: at 00:00 BTC is agreed, DOGE suspended at 0.10 since 24 hours, SOL apart and last agreed at 23:40 -> BTC is valued at its
 * price of 00:00, DOGE at 0.04 and SOL at its price of 23:40; the last two are stale.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings } from '../../sources/source.ts';
import { chargesOf } from '../../league/charges.ts';
import type { Route, SymbolId } from '../../league/symbol.ts';
import type { MarketVersion } from '../price/market.ts';
import { priceVector, type PriceVector } from '../price/price.ts';
import type { Suspension } from '../price/suspension.ts';
import { usdPrices, type UsdPrices } from '../price/usd.ts';
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

/**
 * Symbols that the window itself does not price, and that may be held.
 * @param everAgreed symbols that ever had an agreed price: one that the source no longer lists may still be held.
 */
export function unpriced(usd: UsdPrices, everAgreed: Iterable<SymbolId>, suspended: Suspended): SymbolId[] {
  const all = new Set([...usd.keys(), ...everAgreed]);
  return [...all].filter((s) => usd.get(s)?.state !== 'agreed' && suspended.get(s)?.kind !== 'delisted');
}

/** The baselines of a league whose first window ends at `end`; undefined while one of its largest symbols has no agreed price. */
export function beginBaselines(
  version: Pick<MarketVersion, 'leagues' | 'cadSymbols' | 'routes'>,
  league: string,
  usd: UsdPrices,
  end: Instant,
): LeagueBaselines | undefined {
  const market = version.leagues.get(league);
  const list = market && buyBaselines(market.symbols, market.largest, usd, chargesOf(version));
  return list && { windowStart: end - windowMs, list };
}
