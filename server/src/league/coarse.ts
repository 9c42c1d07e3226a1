/**
 * Coarse prices: the pools and routes of a source in, the symbols whose price is known before the window of an order begins out.
 *
 * Public rule (docs/bots/rules.md#the-price): a window of 30 minutes must be able to hold two new observations of every pool of the first route,
 * and of the USD/CAD rate where it is needed. A price that comes in longer steps holds until the next one, so an order between two would fill at a
 * price that is known already.
 *
 * Example: a recording with one close an hour is coarse, one with a close in 15 minutes is not.
 */
import { windowMs } from '../lib/time.ts';
import { usdCadSymbol, type PoolId, type Pool, type Route, type SymbolId } from './symbol.ts';

const observationsMin = 2;
/** Longest step of a price that can be ordered at. */
export const stepSecondsMax = windowMs / 1000 / observationsMin;

/** @returns the step of each coarse symbol, seconds. */
export function coarseSymbols(
  pools: ReadonlyMap<PoolId, Pool>,
  routes: ReadonlyMap<SymbolId, Route>,
  cadSymbols: ReadonlySet<SymbolId>,
): Map<SymbolId, number> {
  const stepOf = (route: Route | undefined): number =>
    Math.max(0, ...(route?.primary ?? []).map(({ pool }) => pools.get(pool)?.stepSeconds ?? 0));
  const rate = stepOf(routes.get(usdCadSymbol));
  const coarse = new Map<SymbolId, number>();
  for (const [symbol, route] of routes) {
    const step = Math.max(stepOf(route), cadSymbols.has(symbol) ? rate : 0);
    if (step > stepSecondsMax) coarse.set(symbol, step);
  }
  return coarse;
}
