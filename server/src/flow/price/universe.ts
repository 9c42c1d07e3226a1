/**
 * Universe: the league catalogue and a price source in, what can be traded in which league out.
 *
 * A league's universe is its catalogue symbols that the source can price, plus those that the source itself puts there (a
 * recorded folder may bring symbols of its own). A trading league whose universe is empty is a preview: it takes registrations
 * and no orders.
 */
import { catalogueSymbols, leagues, type League } from '../../contract/catalogue.ts';
import {
  usdCadSymbol,
  type Pool,
  type PoolId,
  type PriceSource,
  type Route,
  type SymbolId,
} from '../../market/source.ts';

export interface UniverseSymbol {
  readonly symbol: SymbolId;
  readonly name: string;
  readonly pricedIn: 'USD' | 'CAD';
  readonly route: Route;
}

export interface LeagueUniverse {
  readonly league: League;
  readonly state: 'live' | 'preview';
  readonly symbols: ReadonlyMap<SymbolId, UniverseSymbol>;
  /** The symbols of the buy-and-hold baselines: the two largest that the source prices. */
  readonly largest: readonly SymbolId[];
}

export interface Universe {
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly routes: ReadonlyMap<SymbolId, Route>;
  readonly cadSymbols: ReadonlySet<SymbolId>;
  readonly leagues: ReadonlyMap<string, LeagueUniverse>;
}

export function createUniverse(source: Pick<PriceSource, 'pools' | 'routes' | 'symbols'>): Universe {
  const named = new Map(catalogueSymbols.map((s) => [s.symbol, s]));
  const all = new Map<SymbolId, UniverseSymbol>();
  for (const [symbol, route] of source.routes) {
    if (route.primary.length === 0 || route.second.length === 0) throw new Error(`${symbol} has a route without pools`);
    if (symbol === usdCadSymbol) continue;
    const own = source.symbols.get(symbol);
    const known = named.get(symbol);
    // Without the rate a symbol in CAD can never be priced in USD.
    if ((own?.pricedIn ?? known?.pricedIn) === 'CAD' && !source.routes.has(usdCadSymbol)) continue;
    all.set(symbol, {
      symbol,
      name: own?.name ?? known?.name ?? symbol,
      pricedIn: own?.pricedIn ?? known?.pricedIn ?? 'USD',
      route,
    });
  }
  return {
    pools: source.pools,
    routes: source.routes,
    cadSymbols: new Set([...all.values()].filter((s) => s.pricedIn === 'CAD').map((s) => s.symbol)),
    leagues: new Map(leagues.map((league) => [league.id, leagueUniverse(league, all, source)])),
  };
}

function leagueUniverse(
  league: League,
  all: ReadonlyMap<SymbolId, UniverseSymbol>,
  source: Pick<PriceSource, 'symbols'>,
): LeagueUniverse {
  const symbols = new Map<SymbolId, UniverseSymbol>();
  if (league.kind === 'trading') {
    const placed = [...source.symbols.values()].filter((s) => s.leagues?.includes(league.id)).map((s) => s.symbol);
    for (const symbol of [...league.symbols, ...placed]) {
      const found = all.get(symbol);
      const elsewhere = source.symbols.get(symbol)?.leagues;
      if (found && (!elsewhere || elsewhere.includes(league.id))) symbols.set(symbol, found);
    }
  }
  const order = [...new Set([...(league.largest ?? []), ...symbols.keys()])].filter((s) => symbols.has(s));
  return { league, state: symbols.size > 0 ? 'live' : 'preview', symbols, largest: order.slice(0, 2) };
}
