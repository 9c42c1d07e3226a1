import { describe, expect, test } from 'vitest';
import { leagues } from './catalogue.ts';
import { usdCadSymbol, type Pool, type Route, type SourceSymbol, type SymbolId } from './symbol.ts';
import { createUniverse, type LeagueUniverse, type Universe } from './universe.ts';

/** A source that prices these symbols, and says this of some of them. */
function universe(priced: readonly SymbolId[], known: readonly SourceSymbol[] = []): Universe {
  const pools = new Map<string, Pool>();
  const routes = new Map<SymbolId, Route>();
  for (const symbol of priced) {
    for (const id of [`${symbol}:1`, `${symbol}:2`]) pools.set(id, { id, label: id, average: 'arithmetic' });
    routes.set(symbol, { symbol, primary: [{ pool: `${symbol}:1` }], second: [{ pool: `${symbol}:2` }] });
  }
  return createUniverse({ pools, routes, symbols: new Map(known.map((s) => [s.symbol, s])) });
}
const league = (u: Universe, id: string): LeagueUniverse => u.leagues.get(id)!;
const symbols = (u: Universe, id: string): SymbolId[] => [...league(u, id).symbols.keys()];

describe('a league’s universe', () => {
  const u = universe(['ETH-USD', 'BTC-USD', 'SOL-USD', usdCadSymbol, 'RY-CAD', 'UNHEARD-USD']);

  test('is what its catalogue entry names and the source prices, in the catalogue’s order', () => {
    expect(symbols(u, 'spot_crypto')).toEqual(['BTC-USD', 'ETH-USD', 'SOL-USD']);
    expect(symbols(u, 'altcoin_hunters')).toEqual(['SOL-USD']);
    expect(symbols(u, 'tsx_stocks')).toEqual(['RY-CAD']);
  });

  test('is live with a symbol and a preview without; every league is there', () => {
    expect([...u.leagues.keys()]).toEqual(leagues.map((l) => l.id));
    expect(league(u, 'spot_crypto').state).toBe('live');
    expect(league(u, 'us_stocks')).toMatchObject({ state: 'preview', largest: [] });
    for (const l of leagues) {
      expect(league(u, l.id).league).toBe(l);
      if (l.kind.takes === 'answers') expect(league(u, l.id).symbols.size).toBe(0);
    }
  });

  test('has as its largest the catalogue’s two, or the next ones that are priced', () => {
    expect(league(u, 'spot_crypto').largest).toEqual(['BTC-USD', 'ETH-USD']);
    expect(league(universe(['ETH-USD', 'SOL-USD', 'BNB-USD']), 'spot_crypto').largest).toEqual(['ETH-USD', 'SOL-USD']);
    expect(league(universe(['BNB-USD']), 'spot_crypto').largest).toEqual(['BNB-USD']);
  });

  test('names a symbol and its currency from the catalogue', () => {
    expect(league(u, 'spot_crypto').symbols.get('BTC-USD')).toMatchObject({
      symbol: 'BTC-USD',
      name: 'Bitcoin',
      pricedIn: 'USD',
      route: u.routes.get('BTC-USD'),
    });
    expect(u.cadSymbols).toEqual(new Set(['RY-CAD']));
  });

  test('never trades the rate itself, and a symbol of no league stands in none', () => {
    for (const l of u.leagues.values()) {
      expect(l.symbols.has(usdCadSymbol)).toBe(false);
      expect(l.symbols.has('UNHEARD-USD')).toBe(false);
    }
    expect(u.routes.has(usdCadSymbol)).toBe(true); // but it stays priced
  });
});

describe('a source with symbols of its own', () => {
  const own: SourceSymbol[] = [
    { symbol: 'WHEAT-CAD', name: 'Wheat', pricedIn: 'CAD', leagues: ['multi', 'no_such_league'] },
    { symbol: 'BTC-USD', name: 'Bitcoin, recorded', pricedIn: 'USD', leagues: ['multi'] },
    { symbol: 'ETH-USD', name: 'Ether, recorded', pricedIn: 'USD' },
    { symbol: 'GHOST-USD', name: 'No route', pricedIn: 'USD', leagues: ['multi'] },
    { symbol: 'DEAL-USD', name: 'In a task league', pricedIn: 'USD', leagues: ['deal_finder'] },
    { symbol: usdCadSymbol, name: 'The rate', pricedIn: 'CAD', leagues: ['multi'] },
  ];
  const u = universe(['BTC-USD', 'ETH-USD', 'WHEAT-CAD', 'DEAL-USD', usdCadSymbol], own);

  test('puts them where it says, after the catalogue’s, the rate excepted', () => {
    expect(symbols(u, 'multi')).toEqual(['BTC-USD', 'ETH-USD', 'WHEAT-CAD']);
    expect(league(u, 'multi').symbols.get('WHEAT-CAD')).toMatchObject({ name: 'Wheat', pricedIn: 'CAD' });
    expect(u.cadSymbols).toEqual(new Set(['WHEAT-CAD']));
  });

  test('takes a symbol out of the leagues that it does not name', () => {
    expect(symbols(u, 'spot_crypto')).toEqual(['ETH-USD']);
    expect(league(u, 'multi').symbols.get('BTC-USD')?.name).toBe('Bitcoin, recorded');
  });

  test('cannot put a symbol without a route anywhere, nor any into a task league', () => {
    for (const l of u.leagues.values()) expect(l.symbols.has('GHOST-USD')).toBe(false);
    expect(symbols(u, 'deal_finder')).toEqual([]);
  });
});
