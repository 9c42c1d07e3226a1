/**
 * A price vector as it is stored and served as evidence: JSON text.
 *
 *     {"BTC-USD": ["agreed", "60000.1", "60012.3", "2.0333"], "X-USD": ["unavailable", "gap", "pool-2"]}
 */
import { formatFixed, parseFixed, priceScale } from '../../lib/decimal.ts';
import type { NoReadingReason } from '../../sources/source.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { PriceVector, SymbolPrice } from './price.ts';

export function encodeVector(vector: PriceVector): string {
  const out: Record<SymbolId, readonly string[]> = {};
  for (const [symbol, p] of vector) {
    out[symbol] =
      p.state === 'unavailable'
        ? [p.state, p.reason, p.pool]
        : [p.state, formatFixed(p.price, priceScale), formatFixed(p.second, priceScale), p.bps];
  }
  return JSON.stringify(out);
}

export function decodeVector(text: string): Map<SymbolId, SymbolPrice> {
  const vector = new Map<SymbolId, SymbolPrice>();
  for (const [symbol, [state, a, b, c]] of Object.entries(
    JSON.parse(text) as Record<string, [string, string, string, string?]>,
  )) {
    if (state === 'unavailable') vector.set(symbol, { state, reason: a as NoReadingReason, pool: b });
    else {
      vector.set(symbol, {
        state: state as 'agreed' | 'apart',
        price: parseFixed(a, priceScale),
        second: parseFixed(b, priceScale),
        bps: c ?? '0',
      });
    }
  }
  return vector;
}
