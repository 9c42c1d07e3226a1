/**
 * Availability: the readings of a mark in, the symbols that cannot be bought now out, and over which sources a league is priced.
 *
 * Public rule (docs/operators/pricing.md): a symbol is not tradable while its source has not listed one of its pools, or while a guard holds one
 * back. One whose pool gave no reading otherwise is tradable, and said to have no price now. Orders of a league are open while every source over which its other symbols are priced is healthy.
 *
 * Example: of BTC-USD and ETH-USD only ETH-USD has a pool on Base, and a guard holds that pool back: ETH-USD is guarded, and the league
 * does not need Base.
 */
import { usdCadSymbol, type Route, type SymbolId } from '../../league/symbol.ts';
import type { Universe } from '../../league/universe.ts';
import type { MarkReadings } from '../../sources/source.ts';
import { guardOf, sourceOf, type SourceId } from './health.ts';
import { noPriceReasons } from './reasons.ts';

/** Symbols with a pool that the source had not listed. */
export function unlistedSymbols(routes: Iterable<Route>, at: MarkReadings): Set<SymbolId> {
  const unlisted = new Set<SymbolId>();
  for (const route of routes) {
    const legs = [...route.primary, ...route.second].map((leg) => at.get(leg.pool));
    if (legs.some((r) => r?.ok === false && r.reason === 'not_listed')) unlisted.add(route.symbol);
  }
  return unlisted;
}

/** Symbols with a pool that a guard held back, and why, in words. */
export function guardedSymbols(
  { routes, pools }: Pick<Universe, 'routes' | 'pools'>,
  at: MarkReadings,
): Map<SymbolId, string> {
  const guarded = new Map<SymbolId, string>();
  for (const route of routes.values()) {
    const found = guardOf(route, at);
    const label = found && (pools.get(found.pool)?.label ?? found.pool);
    if (found) guarded.set(route.symbol, `${label}: ${noPriceReasons[found.reason]}`);
  }
  return guarded;
}

/**
 * Symbols with a pool, or a rate into USD, that gave no reading for any other reason, and why, in words. They can be bought: an order waits
 * until they can be read again.
 */
export function silentSymbols(
  { routes, pools, cadSymbols }: Pick<Universe, 'routes' | 'pools' | 'cadSymbols'>,
  at: MarkReadings,
): Map<SymbolId, string> {
  const silent = new Map<SymbolId, string>();
  const rate = routes.get(usdCadSymbol);
  for (const route of routes.values()) {
    const over = rate && cadSymbols.has(route.symbol) ? [route, rate] : [route];
    for (const { pool } of over.flatMap(({ primary, second }) => [...primary, ...second])) {
      const reading = at.get(pool) ?? { ok: false, reason: 'no_answer' };
      if (reading.ok) continue;
      silent.set(route.symbol, `${pools.get(pool)?.label ?? pool}: ${noPriceReasons[reading.reason]}`);
      break;
    }
  }
  return silent;
}

/** By league, the sources over which its symbols are priced, but for those that are out. */
export function neededSources(
  { routes, pools, leagues }: Universe,
  isOut: (symbol: SymbolId) => boolean,
): Map<string, Set<SourceId>> {
  const rate = routes.get(usdCadSymbol);
  const needed = new Map<string, Set<SourceId>>();
  for (const [id, league] of leagues) {
    const here = new Set<SourceId>();
    for (const s of league.symbols.values()) {
      if (isOut(s.symbol)) continue;
      for (const route of s.pricedIn === 'CAD' && rate ? [s.route, rate] : [s.route])
        for (const leg of [...route.primary, ...route.second]) here.add(sourceOf(pools.get(leg.pool)));
    }
    needed.set(id, here);
  }
  return needed;
}
