/**
 * The prices of a recording as an engine that began at `from` sees them: agreed over a window, or suspended, or the last agreed ones.
 *
 * The engine goes from mark to mark and remembers when each symbol was agreed. Here a mark is looked at only when something happens at
 * it, and what the engine would remember is found by looking back: without an operator a symbol is suspended exactly while its last
 * agreed window ended 24 hours ago or earlier (flow/price/suspension.ts), and a recording answers the same however late it is asked.
 */
import { closePrices, type ClosePrices } from '../flow/close/close.ts';
import type { StalePrice } from '../flow/price/mark-down.ts';
import { closedMarket } from '../flow/order/tradable.ts';
import { unpriced, withFrozen } from '../flow/mark/prices.ts';
import type { MarketVersion } from '../flow/price/market.ts';
import { engineEntry, foldSuspension, suspendAfterMs, type Suspension } from '../flow/price/suspension.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { chargesOf, type Charges } from '../league/charges.ts';
import type { ExchangeId } from '../league/catalogue/exchanges.ts';
import type { SymbolId } from '../league/symbol.ts';
import { tradedMs } from '../league/trading-hours.ts';
import { createUniverse, takesOrders, type LeagueUniverse } from '../league/universe.ts';
import type { Instant } from '../lib/clock.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';
import { createRecordedPrices, keeping, routesOf, type RecordedPrices } from './recorded-prices.ts';

export interface ArenaMarket extends Pick<RecordedPrices, 'quote' | 'isListed'> {
  /** What the league trades, in its order. */
  readonly symbols: readonly SymbolId[];
  readonly universe: LeagueUniverse;
  /** Symbols that cannot be ordered because their price is known before. */
  readonly coarse: ReadonlyMap<SymbolId, number>;
  /** Is the exchange of one of the symbols closed to an order that arrives then? */
  isClosed(symbols: Iterable<SymbolId>, arrival: Instant): boolean;
  readonly league: string;
  readonly version: Pick<MarketVersion, 'leagues' | 'pools' | 'cadSymbols' | 'routes'>;
  readonly charges: Charges;
  /** Prices over the window that ended at `end`, as they decide an order at the mark `asOf`. */
  prices(end: Instant, asOf?: Instant): UsdPrices;
  /** What values a portfolio at the end of a window, as it is known at the mark `asOf`. */
  valuation(end: Instant, asOf?: Instant): ClosePrices;
}

/** @param from first mark of the engine. @returns undefined when the league has nothing to trade at these prices. */
export function createArenaMarket(source: ReplaySource, leagueId: string, from: Instant): ArenaMarket | undefined {
  const all = createUniverse(source);
  const universe = all.leagues.get(leagueId);
  if (!universe || !takesOrders(universe)) return undefined;
  const symbols = [...universe.symbols.keys()];
  const leagues = new Map([[leagueId, { symbols, largest: universe.largest }]]);
  const version = { leagues, pools: all.pools, cadSymbols: all.cadSymbols, routes: all.routes };
  const recorded = createRecordedPrices(source, version, routesOf(all, symbols), from);

  const exchangeOf = (symbol: SymbolId): ExchangeId | undefined => all.routes.get(symbol)?.exchange;

  /** What is suspended at a mark. */
  const frozen = keeping((mark: Instant) => {
    const suspended = new Map<SymbolId, Suspension>();
    for (const [symbol, p] of recorded.over(mark).usd) {
      if (p.state === 'agreed') continue;
      const last = recorded.lastAgreed(symbol, mark);
      if (last && tradedMs(exchangeOf(symbol), last.at, mark) >= suspendAfterMs)
        foldSuspension(suspended, { ...engineEntry({ symbol, change: 'suspend' }), last });
    }
    return suspended;
  });

  function prices(end: Instant, asOf = end): UsdPrices {
    const { vector, usd } = recorded.over(end);
    const suspended = frozen(asOf);
    return suspended.size === 0 ? usd : withFrozen(vector, all.cadSymbols, suspended);
  }

  function valuation(end: Instant, asOf: Instant): ClosePrices {
    const usd = prices(end, asOf);
    const stale = new Map<SymbolId, StalePrice>();
    for (const symbol of unpriced(usd, [], frozen(asOf))) {
      const last = recorded.lastAgreed(symbol, asOf);
      if (last)
        stale.set(symbol, {
          ...last,
          since: last.at,
          read: recorded.lastRead(symbol, last.at, asOf),
          exchange: exchangeOf(symbol),
        });
    }
    return closePrices(usd, stale, end);
  }
  const valuationNow = keeping((mark: Instant) => valuation(mark, mark));

  return {
    symbols,
    universe,
    coarse: all.coarse,
    isClosed(takesPart, arrival) {
      if (all.sessions.size === 0) return false;
      const now = { sessions: all.sessions, suspended: frozen(arrival) };
      return [...takesPart].some((symbol) => closedMarket(symbol, now, arrival) !== undefined);
    },
    league: leagueId,
    version,
    charges: chargesOf(all),
    prices,
    valuation: (end, asOf = end) => (asOf === end ? valuationNow(end) : valuation(end, asOf)),
    quote: recorded.quote,
    isListed: recorded.isListed,
  };
}
