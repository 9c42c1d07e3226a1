/**
 * The prices of a recording as an engine that began at `from` sees them: agreed over a window, or suspended, or the last agreed ones.
 *
 * The engine goes from mark to mark and remembers when each symbol was agreed. Here a mark is looked at only when something happens at
 * it, and what the engine would remember is found by looking back: without an operator a symbol is suspended exactly while its last
 * agreed window ended 24 hours ago or earlier (flow/price/suspension.ts), and a recording answers the same however late it is asked.
 */
import type { ClosePrices } from '../flow/close/close.ts';
import { pricesOver, unvalued, valuation as valuationOf, withFrozen } from '../flow/mark/prices.ts';
import type { MarketVersion } from '../flow/price/market.ts';
import { engineEntry, foldSuspension, suspendAfterMs, type Suspension } from '../flow/price/suspension.ts';
import { createUniverse, type LeagueUniverse } from '../league/universe.ts';
import type { LastAgreed, UsdPrices } from '../flow/price/usd.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { Instant } from '../lib/clock.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';
import { usdCadSymbol, type PoolId, type Route, type SymbolId } from '../league/symbol.ts';

export interface ArenaMarket {
  /** What the league trades, in its order. */
  readonly symbols: readonly SymbolId[];
  readonly universe: LeagueUniverse;
  readonly league: string;
  readonly version: Pick<MarketVersion, 'leagues' | 'pools' | 'cadSymbols'>;
  readonly isCad: (symbol: SymbolId) => boolean;
  /** Prices over the window that ended at `end`, as they decide an order at the mark `asOf`. */
  prices(end: Instant, asOf?: Instant): UsdPrices;
  /** What values a portfolio at the end of a window, as it is known at the mark `asOf`. */
  valuation(end: Instant, asOf?: Instant): ClosePrices;
  /** The price of one symbol over the window that ended at `end`, by the recording alone; undefined where it is not agreed. */
  quote(symbol: SymbolId, end: Instant): bigint | undefined;
  /** Has the recording begun to list the symbol at a mark? */
  isListed(symbol: SymbolId, mark: Instant): boolean;
}

/** Marks and windows that are kept: those of one decision, its fill and a close, and some. */
const keptMax = 24;

/** @param from first mark of the engine. @returns undefined when the league has nothing to trade at these prices. */
export function createArenaMarket(source: ReplaySource, leagueId: string, from: Instant): ArenaMarket | undefined {
  const all = createUniverse(source);
  const universe = all.leagues.get(leagueId);
  if (!universe || universe.state !== 'live') return undefined;
  const symbols = [...universe.symbols.keys()];
  const routeOf = (symbol: SymbolId): Route[] => {
    const own = all.routes.get(symbol);
    const rate = all.cadSymbols.has(symbol) ? all.routes.get(usdCadSymbol) : undefined;
    return [...(own ? [own] : []), ...(rate ? [rate] : [])];
  };
  const routes = new Map(symbols.map((s) => [s, routeOf(s)]));
  const poolsBy = new Map([...routes].map(([s, of]) => [s, poolsOf(of)]));
  const allRoutes = [...new Set([...routes.values()].flat())];
  const pools = poolsOf(allRoutes);
  const leagues = new Map([[leagueId, { symbols, largest: universe.largest }]]);
  const version = { leagues, pools: all.pools, cadSymbols: all.cadSymbols };
  /** The first window that the engine can price. */
  const firstEnd = from + windowMs;

  const readings = keeping((mark: Instant) => source.readNow(mark, pools));
  /** By the recording alone: nothing is suspended. */
  const recorded = keeping((end: Instant) => {
    const { vector, usd } = pricesOver(version, allRoutes, readings(end - windowMs), readings(end), end, new Map());
    if (end >= firstEnd) {
      for (const [symbol, p] of usd) {
        if (p.state === 'agreed') note(symbol, end, { price: p.price, at: end });
      }
    }
    return { vector, usd };
  });
  const seen = new Map<SymbolId, { readonly upTo: Instant; readonly last: LastAgreed | undefined }>();

  function note(symbol: SymbolId, upTo: Instant, last: LastAgreed | undefined): void {
    const known = seen.get(symbol);
    if (!known || upTo > known.upTo) seen.set(symbol, { upTo, last });
  }

  function quote(symbol: SymbolId, end: Instant): bigint | undefined {
    const own = routes.get(symbol);
    if (!own) return undefined;
    const of = poolsBy.get(symbol);
    const start = end - windowMs;
    const usd =
      recorded.kept(end)?.usd ??
      pricesOver(version, own, source.readNow(start, of), source.readNow(end, of), end, new Map()).usd;
    const p = usd.get(symbol);
    return p?.state === 'agreed' ? p.price : undefined;
  }

  /** The last window that ended at `mark` or before and was agreed. Marks are asked for in order, or nearly. */
  function lastAgreed(symbol: SymbolId, mark: Instant): LastAgreed | undefined {
    if (!routes.has(symbol)) return undefined;
    const known = seen.get(symbol);
    const usable = known && known.upTo <= mark ? known : undefined;
    let last = usable?.last;
    for (let m = mark; m >= firstEnd && m > (usable?.upTo ?? 0); m -= markMs) {
      if (!isListed(symbol, m)) break;
      const price = quote(symbol, m);
      if (price === undefined) continue;
      last = { price, at: m };
      break;
    }
    note(symbol, mark, last);
    return last;
  }

  function isListed(symbol: SymbolId, mark: Instant): boolean {
    for (const reading of source.readNow(mark, poolsBy.get(symbol) ?? []).values()) {
      if (!reading.ok && reading.reason === 'not_listed') return false;
    }
    return true;
  }

  /** What is suspended at a mark. */
  const frozen = keeping((mark: Instant) => {
    const suspended = new Map<SymbolId, Suspension>();
    for (const [symbol, p] of recorded(mark).usd) {
      if (p.state === 'agreed') continue;
      const last = lastAgreed(symbol, mark);
      if (last && mark - last.at >= suspendAfterMs)
        foldSuspension(suspended, { ...engineEntry({ symbol, change: 'suspend' }), last });
    }
    return suspended;
  });

  function prices(end: Instant, asOf = end): UsdPrices {
    const { vector, usd } = recorded(end);
    const suspended = frozen(asOf);
    return suspended.size === 0 ? usd : withFrozen(vector, all.cadSymbols, suspended);
  }

  function valuation(end: Instant, asOf: Instant): ClosePrices {
    const usd = prices(end, asOf);
    const open = unvalued(usd, [], frozen(asOf));
    for (const symbol of open.toLookUp) {
      const last = lastAgreed(symbol, asOf);
      if (last) open.last.set(symbol, last);
    }
    return valuationOf(usd, open, end);
  }
  const valuationNow = keeping((mark: Instant) => valuation(mark, mark));

  return {
    symbols,
    universe,
    league: leagueId,
    version,
    isCad: (symbol) => all.cadSymbols.has(symbol),
    prices,
    valuation: (end, asOf = end) => (asOf === end ? valuationNow(end) : valuation(end, asOf)),
    quote,
    isListed,
  };
}

function poolsOf(routes: readonly Route[]): PoolId[] {
  return [...new Set(routes.flatMap((r) => [...r.primary, ...r.second].map((leg) => leg.pool)))];
}

interface Keeping<T> {
  (at: Instant): T;
  /** Only if it was asked for before, and not long ago. */
  kept(at: Instant): T | undefined;
}

/** Remembers the last few answers. */
function keeping<T extends object>(make: (at: Instant) => T): Keeping<T> {
  const kept = new Map<Instant, T>();
  const ask = (at: Instant): T => {
    let found = kept.get(at);
    if (found === undefined) {
      found = make(at);
      kept.set(at, found);
      for (const old of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(old);
      }
    }
    return found;
  };
  return Object.assign(ask, { kept: (at: Instant) => kept.get(at) });
}
