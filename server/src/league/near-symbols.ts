/**
 * Near symbols: a symbol that is in no universe and the known ones in, those that it was probably meant to be out, the likeliest first.
 *
 * A symbol is near when a third of its letters or fewer have to change, one at least; the part before the currency is also compared by
 * itself. Of equally near ones the first in the alphabet comes first.
 *
 * Example: `btcusd` -> `BTC-USD`; `ETH` -> `ETH-USD`.
 */
import { changesMax, distance } from '../lib/near.ts';
import type { SymbolId } from './symbol.ts';

const nearMatchesMax = 5;

export function nearSymbols(symbol: string, known: readonly SymbolId[]): SymbolId[] {
  const wanted = symbol.toUpperCase().slice(0, 40);
  const bare = wanted.split(/[^A-Z0-9]/)[0] ?? '';
  return known
    .map((k) => ({ k, d: Math.min(distance(wanted, k), distance(bare, k.split('-')[0] ?? k)) }))
    .filter(({ k, d }) => d <= changesMax(bare, k))
    .sort((a, b) => a.d - b.d || (a.k < b.k ? -1 : 1))
    .slice(0, nearMatchesMax)
    .map(({ k }) => k);
}
