/** Prices at the instants of decisions, as strategies look back at them: one column of doubles per symbol, filled when it is asked for. */
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { ArenaMarket } from './market.ts';

export interface PriceHistory {
  /** The last `n` prices up to `at`, oldest first; fewer where the recording begins later. null = no agreed price. */
  last(symbol: SymbolId, n: number, at: Instant): (number | null)[];
}

const unknown = 0;
const absent = -1;

/** @param first, to instants of decisions are `first + k * everyMs`, up to `to`. */
export function createHistory(
  market: Pick<ArenaMarket, 'quote' | 'symbols'>,
  first: Instant,
  to: Instant,
  everyMs: number,
): PriceHistory {
  const steps = Math.floor((to - first) / everyMs) + 1;
  const columns = new Map<SymbolId, Float64Array>();
  const columnOf = (symbol: SymbolId): Float64Array => {
    const kept = columns.get(symbol) ?? new Float64Array(steps);
    columns.set(symbol, kept);
    return kept;
  };
  return {
    last(symbol, n, at) {
      const column = columnOf(symbol);
      const now = Math.floor((at - first) / everyMs);
      const prices: (number | null)[] = [];
      for (let i = Math.max(0, now - n + 1); i <= now; i++) {
        let price = column[i] ?? unknown;
        if (price === unknown) {
          const exact = market.quote(symbol, first + i * everyMs);
          price = exact === undefined ? absent : priceNumber(exact);
          column[i] = price;
        }
        prices.push(price === absent ? null : price);
      }
      return prices;
    },
  };
}

/** The double that is nearest to an exact price. */
export function priceNumber(price: bigint): number {
  return Number(formatFixed(price, priceScale));
}
