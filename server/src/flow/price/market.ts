/**
 * Market: what a price source defines (pools, routes, currencies, universes of the leagues) in, JSON text that is kept with the
 * data out, and back. So the data explains itself: `papertape audit` recomputes every price without the source.
 *
 * A source may define other things at a later start of the service (a pool more, a symbol less). Each definition is a version. The
 * entries of marks in the public log name it from the first mark done under it on, and it prices the windows that start after that mark
 * (public rule, docs/bots/rules.md): a window that is open when the book changes keeps the prices of the older version, so nobody can
 * choose a market for a window of which something is known.
 *
 * Example: fresh data at 00:00 -> one version from 00:00. Started anew at 09:03 with a pool more, 09:00 done -> a second one
 * from 09:05, which prices the window 09:10 to 09:40 and not that of 09:05 to 09:35.
 */
import type { Instant } from '../../lib/clock.ts';
import { usdCadSymbol, type Pool, type PoolId, type Route, type SymbolId } from '../../league/symbol.ts';
import type { MarkReadings } from '../../sources/source.ts';
import { windowMs } from '../../lib/time.ts';
import { sha256 } from '../../lib/hash.ts';
import { firstRoutePrice, priceVector, windowPrice } from './price.ts';
import { takesOrders, type Universe } from '../../league/universe.ts';
import { inUsd, usdPrices } from './usd.ts';

/** What can be traded in a live league, in its order, and the symbols of its buy-and-hold baselines. */
export interface LeagueMarket {
  readonly symbols: readonly SymbolId[];
  readonly largest: readonly SymbolId[];
}

export interface MarketVersion {
  /** First mark that was done under this version. */
  readonly from: Instant;
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly routes: ReadonlyMap<SymbolId, Route>;
  readonly cadSymbols: ReadonlySet<SymbolId>;
  /** Live leagues only. */
  readonly leagues: ReadonlyMap<string, LeagueMarket>;
}

interface StoredVersion {
  readonly from: Instant;
  readonly pools: readonly Omit<Pool, 'label'>[];
  readonly routes: readonly Route[];
  readonly cad: readonly SymbolId[];
  readonly leagues: readonly (LeagueMarket & { readonly id: string })[];
}

function storedVersion(universe: Universe, from: Instant): StoredVersion {
  return {
    from,
    pools: [...universe.pools.values()].map(({ id, average, decimalShift }) => ({
      id,
      average,
      ...(decimalShift === undefined ? {} : { decimalShift }),
    })),
    routes: [...universe.routes.values()].map(({ symbol, primary, second, spread, exchange }) => ({
      symbol,
      primary,
      second,
      ...(spread === undefined ? {} : { spread }),
      ...(exchange === undefined ? {} : { exchange }),
    })),
    cad: [...universe.cadSymbols],
    leagues: [...universe.leagues]
      .filter(([, league]) => takesOrders(league))
      .map(([id, league]) => ({ id, symbols: [...league.symbols.keys()], largest: league.largest })),
  };
}

/**
 * The text to keep when the service starts with this universe and `from` is the next mark to do.
 * @param kept the text that is kept already. @returns `kept` itself when it says the same.
 */
export function appendMarket(kept: string | undefined, universe: Universe, from: Instant): string {
  const versions = kept === undefined ? [] : (JSON.parse(kept) as StoredVersion[]);
  const last = versions.at(-1);
  if (kept !== undefined && last && JSON.stringify(storedVersion(universe, last.from)) === JSON.stringify(last))
    return kept;
  // A version under which no mark was done never held.
  return JSON.stringify([...versions.filter((v) => v.from < from), storedVersion(universe, from)]);
}

/** Versions, oldest first. */
export function decodeMarket(text: string): MarketVersion[] {
  return (JSON.parse(text) as StoredVersion[]).map((v) => ({
    from: v.from,
    pools: new Map(v.pools.map((p) => [p.id, { ...p, label: p.id }])),
    routes: new Map(v.routes.map((r) => [r.symbol, r])),
    cadSymbols: new Set(v.cad),
    leagues: new Map(v.leagues.map(({ id, symbols, largest }) => [id, { symbols, largest }])),
  }));
}

/** SHA-256 of the text of each version, oldest first: the JSON of one entry of the list that is kept. */
export function marketHashes(kept: string): { readonly from: Instant; readonly hash: string; readonly text: string }[] {
  return (JSON.parse(kept) as StoredVersion[]).map((version) => {
    const text = JSON.stringify(version);
    return { from: version.from, hash: sha256(text), text };
  });
}

/** The version that is in force at a mark, by which it was read and which its entry names: the newest that is not later, or the first. */
export function marketAt<V extends { readonly from: Instant }>(versions: readonly V[], mark: Instant): V | undefined {
  return versions.findLast((v) => v.from <= mark) ?? versions[0];
}

/**
 * The version that prices a window, whenever that is done: the newest that was in force before the window started, or the first of all. It is
 * the one that the entry of the mark before the window names.
 */
export function marketOfWindow<V extends { readonly from: Instant }>(
  versions: readonly V[],
  windowStart: Instant,
): V | undefined {
  return versions.findLast((v) => v.from < windowStart) ?? versions[0];
}

/** The pools as they were when something was read at a mark: what is stored of it is decoded by them. */
export function poolsAt(versions: readonly MarketVersion[], readAt: Instant): ReadonlyMap<PoolId, Pool> {
  return marketAt(versions, readAt)?.pools ?? new Map();
}

/** What prices a window. */
type Pricing = Pick<MarketVersion, 'routes' | 'pools' | 'cadSymbols'>;

/** The USD price of a symbol over the window that ended at `at`; undefined when it was not agreed. */
export function agreedPrice(
  { routes, pools, cadSymbols }: Pricing,
  symbol: SymbolId,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  at: Instant,
): bigint | undefined {
  const needed = [symbol, usdCadSymbol].map((s) => routes.get(s)).filter((r) => r !== undefined);
  const vector = priceVector(needed, pools, atStart, atEnd, at - windowMs, at);
  const p = usdPrices(vector, cadSymbols, new Map()).get(symbol);
  return p?.state === 'agreed' ? p.price : undefined;
}

/**
 * The USD price of a symbol's first route alone over the window that ends at `at`; undefined where it cannot be read. One in CAD needs an
 * agreed rate.
 */
export function readPrice(
  { routes, pools, cadSymbols }: Pricing,
  symbol: SymbolId,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  at: Instant,
): bigint | undefined {
  const over = [pools, atStart, atEnd, at - windowMs, at] as const;
  const route = routes.get(symbol);
  const price = route && firstRoutePrice(route, ...over);
  if (price === undefined || !cadSymbols.has(symbol)) return price;
  const rate = routes.get(usdCadSymbol);
  const fx = rate && windowPrice(rate, ...over);
  return fx?.state === 'agreed' ? inUsd(price, fx.price) : undefined;
}
