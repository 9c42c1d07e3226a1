/**
 * What a strategy is shown of a market at an instant: the service's averages of the half hours that ended at each decision, as far back as is
 * asked for, and never a later one. They are fetched once, and then what came since.
 */
import type { Client } from './client.ts';
import { halfHourMs, type Schedule } from './schedule.ts';
import type { StrategyState } from './strategy.ts';
import type { PriceHistory } from './wire.ts';

export interface LiveMarket {
  /** Fetches what is missing for a decision at `at`. */
  load(at: number): Promise<ShownMarket>;
}

export type ShownMarket = Pick<StrategyState, 'symbols' | 'prices' | 'history'>;

export interface LiveMarketOptions {
  readonly schedule: Schedule;
  /** How far the history reaches back. */
  readonly historyMs: number;
  readonly client: Pick<Client, 'universe' | 'pricePages'>;
  readonly league: string;
  /** Told that a strategy asked for more than was fetched, though the service may have it. */
  readonly onShort: () => void;
}

/** Symbol to its price at a decision; a symbol without one is absent. */
type PricesAt = ReadonlyMap<string, number>;

export function createLiveMarket(options: LiveMarketOptions): LiveMarket {
  const { schedule, historyMs, client, league } = options;
  /** By the instant of the decision. */
  const known = new Map<number, PricesAt>();
  /** The first instant that the service can tell of; undefined before anything was fetched. */
  let begin: number | undefined;
  let upTo: number | undefined;

  /** From the first half hour that a decision at `at` looks at; of what is known already, from its end on. */
  async function fetchUpTo(at: number): Promise<void> {
    const first = at - historyMs - halfHourMs;
    const from = upTo !== undefined && upTo >= first && upTo <= at ? upTo : first;
    if (from !== upTo) begin = undefined;
    if (from >= at) return;
    const asked = { league, every: '30m', columns: ['mean'], from: iso(from), to: iso(at) } as const;
    for await (const page of client.pricePages(asked)) {
      begin ??= page.starts[0] === undefined ? undefined : Date.parse(page.starts[0]);
      for (const [i, start] of page.starts.entries()) {
        const end = Date.parse(start) + halfHourMs;
        if (schedule.last(end) === end) known.set(end, pricesIn(page, i));
      }
    }
    upTo = at;
    for (const end of known.keys()) if (end < first) known.delete(end);
  }

  function last(symbol: string, n: number, at: number): (number | null)[] {
    const reach = at - historyMs;
    const from = begin === undefined ? at : Math.max(begin, reach);
    const prices: (number | null)[] = [];
    for (let t = at; t >= from && prices.length < n; t = schedule.last(t - 1))
      prices.push(known.get(t)?.get(symbol) ?? null);
    if (prices.length < n && begin !== undefined && begin < reach) options.onShort();
    return prices.toReversed();
  }

  return {
    async load(at) {
      const universe = await client.universe(league);
      await fetchUpTo(at);
      const now = known.get(at) ?? new Map<string, number>();
      const listed = universe.symbols.filter((row) => row.tradable || row.suspended || row.opens_at !== null);
      const symbols = Object.freeze(listed.map((row) => row.symbol));
      const all = new Set(universe.symbols.map((row) => row.symbol));
      const priced = symbols.flatMap((symbol) => {
        const price = now.get(symbol);
        return price === undefined ? [] : [[symbol, price] as const];
      });
      return {
        symbols,
        prices: Object.freeze(Object.fromEntries(priced)),
        history(symbol, n) {
          if (!all.has(symbol))
            throw new RangeError(`history: there is no symbol ${JSON.stringify(symbol)}; take one of state.symbols`);
          if (!Number.isInteger(n) || n < 1)
            throw new RangeError(`history: n is ${String(n)}; it must be a whole number, 1 or more`);
          return last(symbol, n, at);
        },
      };
    },
  };
}

function pricesIn({ series }: PriceHistory, i: number): PricesAt {
  const prices = new Map<string, number>();
  for (const { symbol, mean } of series) {
    const price = mean?.[i] ?? null;
    if (price !== null) prices.set(symbol, price);
  }
  return prices;
}

export function iso(t: number): string {
  return new Date(t).toISOString();
}
