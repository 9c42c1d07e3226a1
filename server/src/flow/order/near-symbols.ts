/**
 * Near symbols: a symbol that is in no universe and the known ones in, those that it was probably meant to be out, the likeliest first.
 *
 * A symbol is near when a third of its letters or fewer have to change, one at least; the part before the currency is also compared by
 * itself. Of equally near ones the first in the alphabet comes first.
 *
 * Example: `btcusd` -> `BTC-USD`; `ETH` -> `ETH-USD`.
 */
import type { SymbolId } from '../../league/symbol.ts';

const nearMatchesMax = 5;

export function nearSymbols(symbol: string, known: readonly SymbolId[]): SymbolId[] {
  const wanted = symbol.toUpperCase().slice(0, 40);
  const bare = wanted.split(/[^A-Z0-9]/)[0] ?? '';
  return known
    .map((k) => ({ k, d: Math.min(distance(wanted, k), distance(bare, k.split('-')[0] ?? k)) }))
    .filter(({ k, d }) => d <= Math.max(1, Math.floor(Math.min(bare.length, k.length) / 3)))
    .sort((a, b) => a.d - b.d || (a.k < b.k ? -1 : 1))
    .slice(0, nearMatchesMax)
    .map(({ k }) => k);
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
