/**
 * Works out what can be traded. In: the league catalogue and a price source. Out: every league with its state and its symbols.
 *
 * A league's universe is its catalogue symbols that the source can price, plus those that the source itself puts there (a
 * recorded folder may bring symbols of its own). Only leagues that take weights have one. When a league is live is its kind's rule
 * (`kinds.ts`).
 */
import { leaguesWithRounds } from './catalogue/rounds.ts';
import { catalogueSymbols, leagues, type League } from './catalogue.ts';
import { coarseSymbols } from './coarse.ts';
import { sessionsOf, type PriceSessions } from './sessions.ts';
import { usdCadSymbol, type Pool, type PoolId, type Route, type SymbolId, type SymbolSource } from './symbol.ts';

export interface UniverseSymbol {
  readonly symbol: SymbolId;
  readonly name: string;
  readonly pricedIn: 'USD' | 'CAD';
  readonly route: Route;
  /** Why its price may be further off the market than others', in words; undefined when it is not. */
  readonly thin?: string;
}

export interface UnfitSymbol extends Omit<UniverseSymbol, 'route' | 'thin'> {
  /** In words. */
  readonly reason: string;
}

export interface LeagueUniverse {
  readonly league: League;
  readonly state: 'live' | 'preview';
  readonly symbols: ReadonlyMap<SymbolId, UniverseSymbol>;
  /** Symbols that failed their checks at the start: without a route, listed with the reason, and not tradable. */
  readonly unfit: ReadonlyMap<SymbolId, UnfitSymbol>;
  /** The symbols of the buy-and-hold baselines: the two largest that the source prices. */
  readonly largest: readonly SymbolId[];
}

export interface Universe {
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly routes: ReadonlyMap<SymbolId, Route>;
  readonly cadSymbols: ReadonlySet<SymbolId>;
  /** Symbols that cannot be ordered because their price is known before (coarse.ts), and their step in seconds. None where prices are foreseeable anyway. */
  readonly coarse: ReadonlyMap<SymbolId, number>;
  /** Symbols whose price follows the sessions of an exchange (sessions.ts). */
  readonly sessions: ReadonlyMap<SymbolId, PriceSessions>;
  readonly leagues: ReadonlyMap<string, LeagueUniverse>;
}

export function createUniverse(source: SymbolSource): Universe {
  const named = new Map(catalogueSymbols.map((s) => [s.symbol, s]));
  const all = new Map<SymbolId, UniverseSymbol>();
  for (const [symbol, route] of source.routes) {
    if (route.primary.length === 0 || route.second.length === 0) throw new Error(`${symbol} has a route without pools`);
    if (symbol === usdCadSymbol) continue;
    const found = called(symbol);
    // Without the rate a symbol in CAD can never be priced in USD.
    if (found.pricedIn === 'CAD' && !source.routes.has(usdCadSymbol)) continue;
    const thin = source.thin?.get(symbol);
    all.set(symbol, { ...found, route, ...(thin === undefined ? {} : { thin }) });
  }
  const unfit = new Map<SymbolId, UnfitSymbol>();
  for (const [symbol, reason] of source.unfit ?? [])
    if (!all.has(symbol) && symbol !== usdCadSymbol) unfit.set(symbol, { ...called(symbol), reason });

  function called(symbol: SymbolId): Omit<UniverseSymbol, 'route' | 'thin'> {
    const own = source.symbols.get(symbol);
    const known = named.get(symbol);
    return {
      symbol,
      name: own?.name ?? known?.name ?? symbol,
      pricedIn: own?.pricedIn ?? known?.pricedIn ?? 'USD',
    };
  }
  const cadSymbols = new Set([...all.values()].filter((s) => s.pricedIn === 'CAD').map((s) => s.symbol));
  return {
    pools: source.pools,
    routes: source.routes,
    cadSymbols,
    coarse: source.foreseeable === undefined ? coarseSymbols(source.pools, source.routes, cadSymbols) : new Map(),
    sessions: sessionsOf(source.pools, source.routes),
    leagues: new Map(leagues.map((league) => [league.id, leagueUniverse(league, all, unfit, source)])),
  };
}

function leagueUniverse(
  league: League,
  all: ReadonlyMap<SymbolId, UniverseSymbol>,
  unfit: ReadonlyMap<SymbolId, UnfitSymbol>,
  source: Pick<SymbolSource, 'symbols'>,
): LeagueUniverse {
  const placed = [...source.symbols.values()].filter((s) => s.leagues?.includes(league.id)).map((s) => s.symbol);
  const inLeague = league.kind.takes === 'weights' ? [...new Set([...league.symbols, ...placed])] : [];
  const here = <S>(from: ReadonlyMap<SymbolId, S>): Map<SymbolId, S> => {
    const found = new Map<SymbolId, S>();
    for (const symbol of inLeague) {
      const s = from.get(symbol);
      const elsewhere = source.symbols.get(symbol)?.leagues;
      if (s && (!elsewhere || elsewhere.includes(league.id))) found.set(symbol, s);
    }
    return found;
  };
  const symbols = here(all);
  const order = [...new Set([...(league.largest ?? []), ...symbols.keys()])].filter((s) => symbols.has(s));
  return {
    league,
    state: league.kind.isLive({ pricedSymbols: symbols.size, holdsRounds: leaguesWithRounds.has(league.id) })
      ? 'live'
      : 'preview',
    symbols,
    unfit: here(unfit),
    largest: order.slice(0, 2),
  };
}

/** Do its bots trade? Orders may still be closed for now. */
export function takesOrders({ league, state }: Pick<LeagueUniverse, 'league' | 'state'>): boolean {
  return league.kind.takes === 'weights' && state === 'live';
}
