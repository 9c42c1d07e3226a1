/**
 * Finality: a price that was used and the one that the final chain gives in, by how much they differ out. Pure.
 *
 * A mark is read seconds after it has passed, at a block that the chain may still replace. Later the block is asked for again. When
 * another one has taken its place, the mark is read again, and every price that was used and rests on it is made again. A
 * difference above 1 bp, or another outcome (agreed, apart, no price), is a public incident. Nothing is revalued.
 *
 * Example: used 2,000.00. The final chain says 2,000.20: exactly 1 bp, no incident. 2,000.21: 1.05 bps, an incident.
 */
import { divHalfUp, formatFixed, pow10 } from '../lib/decimal.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { PriceVector, SymbolPrice } from '../flow/price/price.ts';

/** A used price may differ from the final chain's by this much, basis points. */
export const finalBpsMax = 1;

export interface PriceDifference {
  readonly symbol: SymbolId;
  /** At `priceScale` places. */
  readonly used: bigint;
  /** Undefined when the final chain gives none. */
  readonly canonical: bigint | undefined;
  /** Ten-thousandths of a basis point, rounded half up. */
  readonly bps4: bigint | undefined;
  readonly isIncident: boolean;
}

/** Compares every used price of `symbols`; a symbol that had none was not used. */
export function comparePrices(
  used: PriceVector,
  canonical: PriceVector,
  symbols: Iterable<SymbolId>,
): PriceDifference[] {
  const differences: PriceDifference[] = [];
  for (const symbol of symbols) {
    const a = used.get(symbol);
    if (a && a.state !== 'unavailable') differences.push(difference(symbol, a, canonical.get(symbol)));
  }
  return differences;
}

function difference(
  symbol: SymbolId,
  used: Extract<SymbolPrice, { price: bigint }>,
  now: SymbolPrice | undefined,
): PriceDifference {
  if (!now || now.state === 'unavailable')
    return { symbol, used: used.price, canonical: undefined, bps4: undefined, isIncident: true };
  const gap = now.price > used.price ? now.price - used.price : used.price - now.price;
  return {
    symbol,
    used: used.price,
    canonical: now.price,
    bps4: divHalfUp(gap * 10_000n * pow10(4), used.price),
    isIncident: now.state !== used.state || gap * 10_000n > BigInt(finalBpsMax) * used.price,
  };
}

/** The largest difference, decimal text in bps; null when there is none, or one of the prices is no more. */
export function largestBps(differences: readonly PriceDifference[]): string | null {
  let most: bigint | undefined;
  for (const { bps4 } of differences) {
    if (bps4 === undefined) return null;
    if (most === undefined || bps4 > most) most = bps4;
  }
  return most === undefined ? null : bpsText(most);
}

export function bpsText(bps4: bigint): string {
  return formatFixed(bps4, 4);
}
