/**
 * What decision 24 changes in the pool book, as data: the routes that are swapped, and for every symbol what a fill is charged because its
 * price may be stale. Nothing reads it yet but its tests and the simulation.
 */
import type { SymbolId } from '../../../src/league/symbol.ts';
import type { BookRoute } from '../../../src/sources/onchain/book-form.ts';

/** Routes that replace those of the same symbol in the pool book. */
export const swappedRoutes: readonly BookRoute[] = [
  {
    symbol: 'BTC-USD',
    token: 'WBTC',
    primary: ['42161 WBTC/WETH 500', '42161 WETH/USDC 500'],
    second: ['1 WBTC/USDC 3000'],
  },
  {
    symbol: 'WBTC-USD',
    token: 'WBTC',
    primary: ['42161 WBTC/WETH 500', '42161 WETH/USDC 500'],
    second: ['1 WBTC/USDC 3000'],
  },
  {
    symbol: 'AAVE-USD',
    token: 'AAVE',
    primary: ['1 AAVE/WETH 3000', '1 WETH/USDC 500'],
    second: ['1 AAVE/USDC 3000'],
  },
];

/** The routes of a book with the swapped ones in their places. */
export function withSwapped(routes: readonly BookRoute[]): BookRoute[] {
  return routes.map((route) => swappedRoutes.find((swapped) => swapped.symbol === route.symbol) ?? route);
}

/**
 * What a fill is charged of what it moves, in tenths of a basis point: at least the most that an order can be worth by a stale price, in a
 * year with half the usual volatility and with pools that are traded once a minute only, as `npm run bench -- stale-pools` finds it.
 */
export const fillSpreads: ReadonlyMap<SymbolId, number> = new Map([
  ['BTC-USD', 15],
  ['ETH-USD', 10],
  ['LINK-USD', 205],
  ['UNI-USD', 195],
  ['AAVE-USD', 205],
  ['LDO-USD', 190],
  ['GRT-USD', 190],
  ['ENS-USD', 190],
  ['ARB-USD', 15],
  ['PEPE-USD', 160],
  ['SHIB-USD', 190],
  ['PAXG-USD', 30],
  ['XAUT-USD', 30],
  ['WBTC-USD', 15],
  ['CBBTC-USD', 10],
  ['WSTETH-USD', 10],
  ['RETH-USD', 10],
  ['CBETH-USD', 55],
]);
