/**
 * Agreed: the readings at both ends of a window in, whether a symbol's price was agreed over it out.
 *
 * Contract 3.2: a symbol is agreed when both of its routes have a price and are not apart; a symbol that is priced in CAD needs the
 * USD/CAD rate of the same window to be agreed as well.
 *
 * Example: SHOP-CAD has both routes, USD-CAD has none at 12:30 -> SHOP-CAD is not agreed over the window that ends at 12:30.
 */
import type { Instant } from '../../lib/clock.ts';
import { usdCadSymbol, type SymbolId } from '../../league/symbol.ts';
import type { MarkReadings } from '../../sources/source.ts';
import { windowMs } from '../../lib/time.ts';
import type { MarketVersion } from './market.ts';
import { isAgreed } from './price.ts';

/** The decision alone, without rounded prices: it is asked of every symbol at every mark. @param end the end of the window. */
export function agreedOver(
  { routes, pools, cadSymbols }: Pick<MarketVersion, 'routes' | 'pools' | 'cadSymbols'>,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  end: Instant,
): (symbol: SymbolId) => boolean {
  const isOwnAgreed = (symbol: SymbolId): boolean => {
    const route = routes.get(symbol);
    return route !== undefined && isAgreed(route, pools, atStart, atEnd, end - windowMs, end);
  };
  let rate: boolean | undefined;
  const isRateAgreed = (): boolean => (rate ??= isOwnAgreed(usdCadSymbol));
  return (symbol) => isOwnAgreed(symbol) && (!cadSymbols.has(symbol) || isRateAgreed());
}
