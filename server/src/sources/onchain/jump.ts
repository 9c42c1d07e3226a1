/**
 * Jumps: the mean of a pool before a mark and its mean before the last close in, whether it moved too far to be believed alone, and
 * whether the routes of a symbol confirm it, out. Pure.
 *
 * A pool whose mean price over the 30 minutes before the mark is more than 25% away from its mean before the last close is not used,
 * unless a symbol is priced over it whose two routes agree within 1% over the same 30 minutes. The two routes of a symbol share no
 * pool, so that a move of one pool alone is never confirmed, and one of the whole market is. It is the level of the other route
 * that counts and not its move: two pools that were 1.5% apart at a close and agree now would never confirm each other by their moves.
 *
 * Example: WETH/USDC was 2,000 at the close and is 2,600. WETH/USDT is 2,590: confirmed. WETH/USDT is 2,010: `jump`.
 */
import type { Leg, PoolId, Route } from '../../league/symbol.ts';
import { jumpPercentMax, jumpRoutesPercentMax } from './guards.ts';

const tickLog = Math.log1p(0.0001);

/** What a leg of a route is priced at: a mean tick and its decimals for a pool, a value for a rate. */
export type LegMean =
  | { readonly tick: number; readonly decimalShift: number }
  /** Base in quote. */
  | { readonly value: number };

/** @param quoteIs1 is the pool's price of base in quote the one of token0 in token1? */
export function isJump(referenceTick: number, meanTick: number, quoteIs1: boolean): boolean {
  const change = Math.exp((meanTick - referenceTick) * tickLog * (quoteIs1 ? 1 : -1)) - 1;
  return Math.abs(change) * 100 > jumpPercentMax;
}

/** Pools that a pool's move is confirmed by: all of the routes that it is part of. */
export function confirmers(pool: PoolId, routes: Iterable<Route>): Set<PoolId> {
  return new Set([...routesOver(pool, routes)].flatMap((r) => [...r.primary, ...r.second].map((leg) => leg.pool)));
}

/**
 * Does a symbol that is priced over this pool have two routes that agree?
 * @param means of the pools that passed the other guards; a leg without one confirms nothing.
 */
export function isConfirmed(pool: PoolId, routes: Iterable<Route>, means: ReadonlyMap<PoolId, LegMean>): boolean {
  for (const { primary, second } of routesOver(pool, routes)) {
    const [first, other] = [logPrice(primary, means), logPrice(second, means)];
    if (first === undefined || other === undefined) continue;
    if (Math.abs(Math.exp(other - first) - 1) * 100 <= jumpRoutesPercentMax) return true;
  }
  return false;
}

function* routesOver(pool: PoolId, routes: Iterable<Route>): Generator<Route> {
  for (const route of routes) if ([...route.primary, ...route.second].some((leg) => leg.pool === pool)) yield route;
}

function logPrice(legs: readonly Leg[], means: ReadonlyMap<PoolId, LegMean>): number | undefined {
  let sum = 0;
  for (const leg of legs) {
    const mean = means.get(leg.pool);
    if (!mean) return undefined;
    const log = 'value' in mean ? Math.log(mean.value) : mean.tick * tickLog + mean.decimalShift * Math.LN10;
    sum += leg.invert ? -log : log;
  }
  return sum;
}
