/** What a bot held at its newest closes, as shares of its value: the symbols that it held most, the others together, and cash. */
import { worthOf } from '../flow/fill/profit.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { HeldShares } from '../html/heat.tsx';
import type { BotClose } from './close.ts';
import type { ClosePricesView } from './close-prices.ts';
import { holdingsClosesMax } from './holdings-shown.ts';
import type { HeldSince } from './profit-fold.ts';

/** Rows of symbols; more of them stand in one. */
const symbolsMax = 9;

/** @param closes of the bot, in the order of time. @param held as it was folded. */
export async function holdingsOverTime(
  closePrices: ClosePricesView,
  closes: readonly BotClose[],
  held: readonly HeldSince[],
): Promise<HeldShares> {
  const shown = closes.slice(-holdingsClosesMax);
  const bySymbol = new Map<SymbolId, number[]>();
  const cash: number[] = [];
  for (const [i, { close, value }] of shown.entries()) {
    const units = held.findLast((h) => h.close <= close)?.units ?? new Map<SymbolId, bigint>();
    let inSymbols = 0;
    for (const [symbol, of] of units) {
      const price = await closePrices.at(close, symbol);
      const share = price === undefined || value <= 0n ? 0 : Number(worthOf(of, price)) / Number(value);
      const row = bySymbol.get(symbol) ?? shown.map(() => 0);
      row[i] = share;
      bySymbol.set(symbol, row);
      inSymbols += share;
    }
    cash.push(Math.max(0, 1 - inSymbols));
  }
  const rows = [...bySymbol].toSorted((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1));
  const rest = rows.slice(symbolsMax);
  return {
    closes: shown.map((c) => c.close),
    symbols: rows.slice(0, symbolsMax).map(([symbol, shares]) => ({ symbol, shares })),
    others: rest.length === 0 ? null : shown.map((_, i) => sum(rest.map(([, shares]) => shares[i] ?? 0))),
    cash,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
