/** Prices at the instants of decisions, as strategies look back at them: one column of doubles per symbol, filled when it is asked for. */
import type { Schedule } from 'papertape-client';
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

/** @param from, to the instants of decisions that can be looked back to. */
export function createHistory(
  market: Pick<ArenaMarket, 'quote' | 'symbols'>,
  from: Instant,
  to: Instant,
  schedule: Schedule,
): PriceHistory {
  const instants = decisionsWithin(schedule, from, to);
  const columns = new Map<SymbolId, Float64Array>();
  const columnOf = (symbol: SymbolId): Float64Array => {
    const kept = columns.get(symbol) ?? new Float64Array(instants.length);
    columns.set(symbol, kept);
    return kept;
  };
  return {
    last(symbol, n, at) {
      const column = columnOf(symbol);
      const now = lastUpTo(instants, at);
      const prices: (number | null)[] = [];
      for (let i = Math.max(0, now - n + 1); i <= now; i++) {
        let price = column[i] ?? unknown;
        if (price === unknown) {
          const exact = market.quote(symbol, instants[i] as Instant);
          price = exact === undefined ? absent : priceNumber(exact);
          column[i] = price;
        }
        prices.push(price === absent ? null : price);
      }
      return prices;
    },
  };
}

function decisionsWithin(schedule: Schedule, from: Instant, to: Instant): Float64Array {
  const all: Instant[] = [];
  for (let at = schedule.next(from); at <= to; at = schedule.next(at + 1)) all.push(at);
  return Float64Array.from(all);
}

/** Index of the last one at `at` or before; -1 where there is none. */
function lastUpTo(instants: Float64Array, at: Instant): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((instants[middle] as Instant) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The double that is nearest to an exact price. */
export function priceNumber(price: bigint): number {
  return Number(formatFixed(price, priceScale));
}
