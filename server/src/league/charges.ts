/**
 * Charges: what a market says of its symbols in, what the trades of each symbol pay out.
 *
 * A symbol that is priced in CAD pays the FX fee. A symbol whose route has a spread pays it on every trade, because its price may be stale
 * by so much (docs/decisions/0024-stale-pools.md).
 *
 * Example: SHOP-CAD, and ETH-USD with a spread of 10 tenths of a basis point -> SHOP-CAD {isCad}, ETH-USD {spread: 10}; others pay nothing.
 */
import type { Route, SymbolId } from './symbol.ts';

export interface Charge {
  readonly isCad: boolean;
  /** Tenths of a basis point of what a trade moves. */
  readonly spread: bigint;
}

/** Decimal places of a spread in basis points. */
export const spreadScale = 1;

/** A symbol that is not in it pays nothing. */
export type Charges = ReadonlyMap<SymbolId, Charge>;

export function chargesOf(market: {
  readonly cadSymbols: ReadonlySet<SymbolId>;
  readonly routes: ReadonlyMap<SymbolId, Pick<Route, 'spread'>>;
}): Charges {
  const charges = new Map<SymbolId, Charge>();
  for (const symbol of market.cadSymbols) charges.set(symbol, { isCad: true, spread: 0n });
  for (const [symbol, { spread = 0 }] of market.routes)
    if (spread > 0) charges.set(symbol, { isCad: market.cadSymbols.has(symbol), spread: BigInt(spread) });
  return charges;
}
