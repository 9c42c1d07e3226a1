/**
 * USD prices: the prices of one window as the pools gave them in, what a fill or a close may use out.
 *
 * A CAD-priced symbol is converted at the USD/CAD average of the same window: price in USD = price in CAD / (CAD per USD),
 * 12 significant digits; it is agreed only when both are. A suspended symbol is frozen at its last agreed price.
 *
 * Example: SHOP-CAD 110.50 CAD, USD-CAD 1.3 -> 85 USD.
 */
import { priceScale, roundSignificant } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import { usdCadSymbol, type SymbolId } from '../../league/symbol.ts';
import { priceDigits, type PriceVector, type SymbolPrice } from './price.ts';

export type UsdPrice =
  /** `frozen` = suspended: kept at its last agreed price (0 when it never had one, and then nobody holds it). */
  | { readonly state: 'agreed' | 'frozen'; readonly price: bigint }
  /** `of` = the symbol itself, or USD-CAD. */
  | (Exclude<SymbolPrice, { state: 'agreed' }> & { readonly of: SymbolId });

export type UsdPrices = ReadonlyMap<SymbolId, UsdPrice>;

/** A price that once was agreed, and the end of the window that it comes from. */
export interface LastAgreed {
  readonly price: bigint;
  readonly at: Instant;
}

/** @param cadSymbols symbols that are priced in CAD; @param suspended symbol -> the price it is frozen at, in USD. */
export function usdPrices(
  vector: PriceVector,
  cadSymbols: ReadonlySet<SymbolId>,
  suspended: ReadonlyMap<SymbolId, bigint>,
): UsdPrices {
  const rate = vector.get(usdCadSymbol);
  const prices = new Map<SymbolId, UsdPrice>();
  for (const [symbol, quoted] of vector) {
    const frozen = suspended.get(symbol);
    if (frozen !== undefined) prices.set(symbol, { state: 'frozen', price: frozen });
    else if (!cadSymbols.has(symbol)) prices.set(symbol, asUsd(symbol, quoted));
    else prices.set(symbol, converted(symbol, quoted, rate));
  }
  // A symbol that the source no longer lists may still be held: it stays frozen, not absent.
  for (const [symbol, price] of suspended) if (!prices.has(symbol)) prices.set(symbol, { state: 'frozen', price });
  return prices;
}

function asUsd(symbol: SymbolId, quoted: SymbolPrice): UsdPrice {
  return quoted.state === 'agreed' ? { state: 'agreed', price: quoted.price } : { ...quoted, of: symbol };
}

function converted(symbol: SymbolId, quoted: SymbolPrice, rate: SymbolPrice | undefined): UsdPrice {
  const own = asUsd(symbol, quoted);
  if (own.state !== 'agreed') return own;
  if (!rate) return { state: 'unavailable', of: usdCadSymbol, reason: 'not_listed', pool: usdCadSymbol };
  const fx = asUsd(usdCadSymbol, rate);
  if (fx.state !== 'agreed') return fx;
  return { state: 'agreed', price: inUsd(own.price, fx.price) };
}

/** @param rate CAD that one USD costs. */
export function inUsd(cad: bigint, rate: bigint): bigint {
  return roundSignificant(cad, rate, priceDigits, priceScale);
}
