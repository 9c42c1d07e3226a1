/**
 * The prices of a recording, by the recording alone: nothing is suspended. They are looked up when they are asked for, and the last few
 * are kept.
 */
import { pricesOver, type WindowPrices } from '../flow/mark/prices.ts';
import { readPrice, type MarketVersion } from '../flow/price/market.ts';
import type { LastAgreed, UsdPrices } from '../flow/price/usd.ts';
import { usdCadSymbol, type PoolId, type Route, type SymbolId } from '../league/symbol.ts';
import type { Universe } from '../league/universe.ts';
import type { Instant } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';

export interface RecordedPrices {
  /** Prices over the window that ended at `end`. */
  readonly over: (end: Instant) => WindowPrices;
  /** The price of one symbol over the window that ended at `end`; undefined where it is not agreed. */
  readonly quote: (symbol: SymbolId, end: Instant) => bigint | undefined;
  /** The last window that ended at `mark` or before and was agreed. Marks are asked for in order, or nearly. */
  readonly lastAgreed: (symbol: SymbolId, mark: Instant) => LastAgreed | undefined;
  /** The price of the first route alone over the last window that ended after `since`, at `mark` or before, and could be read. */
  readonly lastRead: (symbol: SymbolId, since: Instant, mark: Instant) => LastAgreed | undefined;
  /** Has the recording begun to list the symbol at a mark? */
  readonly isListed: (symbol: SymbolId, mark: Instant) => boolean;
}

/** @param from first mark of the engine. */
export function createRecordedPrices(
  source: ReplaySource,
  version: Pick<MarketVersion, 'leagues' | 'pools' | 'cadSymbols'>,
  routes: ReadonlyMap<SymbolId, readonly Route[]>,
  from: Instant,
): RecordedPrices {
  const poolsBy = new Map([...routes].map(([symbol, of]) => [symbol, poolsOf(of)]));
  const allRoutes = [...new Set([...routes.values()].flat())];
  const pools = poolsOf(allRoutes);
  /** The first window that the engine can price. */
  const firstEnd = from + windowMs;
  /** How far each symbol was looked at, and the last agreed window until then. */
  const seen = new Map<SymbolId, { readonly upTo: Instant; readonly last: LastAgreed | undefined }>();

  const readings = keeping((mark: Instant) => source.readNow(mark, pools));
  const over = keeping((end: Instant) => {
    const priced = pricesOver(version, allRoutes, readings(end - windowMs), readings(end), end, new Map());
    if (end < firstEnd) return priced;
    for (const [symbol, p] of priced.usd) {
      if (p.state === 'agreed') note(symbol, end, { price: p.price, at: end });
    }
    return priced;
  });

  function note(symbol: SymbolId, upTo: Instant, last: LastAgreed | undefined): void {
    const known = seen.get(symbol);
    if (!known || upTo > known.upTo) seen.set(symbol, { upTo, last });
  }

  function quote(symbol: SymbolId, end: Instant): bigint | undefined {
    const own = routes.get(symbol);
    if (!own) return undefined;
    const p = (over.kept(end)?.usd ?? pricesOf(own, poolsBy.get(symbol), end)).get(symbol);
    return p?.state === 'agreed' ? p.price : undefined;
  }

  function pricesOf(own: readonly Route[], of: readonly PoolId[] | undefined, end: Instant): UsdPrices {
    const start = end - windowMs;
    return pricesOver(version, own, source.readNow(start, of), source.readNow(end, of), end, new Map()).usd;
  }

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

  function lastRead(symbol: SymbolId, since: Instant, mark: Instant): LastAgreed | undefined {
    const own = routes.get(symbol);
    if (!own) return undefined;
    const of = { ...version, routes: new Map(own.map((r) => [r.symbol, r])) };
    const pools = poolsBy.get(symbol);
    for (let m = mark; m > since; m -= markMs) {
      const price = readPrice(of, symbol, source.readNow(m - windowMs, pools), source.readNow(m, pools), m);
      if (price !== undefined) return { price, at: m };
    }
    return undefined;
  }

  function isListed(symbol: SymbolId, mark: Instant): boolean {
    for (const reading of source.readNow(mark, poolsBy.get(symbol) ?? []).values()) {
      if (!reading.ok && reading.reason === 'not_listed') return false;
    }
    return true;
  }

  return { over, quote, lastAgreed, lastRead, isListed };
}

/** The routes that price each symbol: its own, and USD/CAD for what is priced in CAD. */
export function routesOf(
  universe: Pick<Universe, 'routes' | 'cadSymbols'>,
  symbols: readonly SymbolId[],
): ReadonlyMap<SymbolId, readonly Route[]> {
  return new Map(
    symbols.map((symbol) => {
      const own = universe.routes.get(symbol);
      const rate = universe.cadSymbols.has(symbol) ? universe.routes.get(usdCadSymbol) : undefined;
      return [symbol, [own, rate].filter((route) => route !== undefined)];
    }),
  );
}

function poolsOf(routes: readonly Route[]): PoolId[] {
  return [...new Set(routes.flatMap((r) => [...r.primary, ...r.second].map((leg) => leg.pool)))];
}

/** Marks and windows that are kept: those of one decision, its fill and a close, and some. */
const keptMax = 24;

interface Keeping<T> {
  (at: Instant): T;
  /** Only if it was asked for before, and not long ago. */
  kept(at: Instant): T | undefined;
}

/** Remembers the last few answers. */
export function keeping<T extends object>(make: (at: Instant) => T): Keeping<T> {
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
