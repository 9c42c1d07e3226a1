/** What a symbol is, and the pools and routes that price it. */

import type { ExchangeId } from './catalogue/exchanges.ts';

export type PoolId = string;
export type SymbolId = string;

/** How the mean over a window is made from two cumulative readings of a pool. */
export type PoolAverage =
  /** C = integral of price over seconds, price at `priceScale` (24) places: sampled sources, Uniswap v2. */
  | 'arithmetic'
  /** C = Uniswap v3 tick cumulative: the geometric mean that the pool's own oracle defines. */
  | 'geometric'
  /**
   * No cumulative: the reading is a value at `priceScale` (24) places, and the price over a window is the value at its end. For
   * rates that a contract sets (staked ether): they move by less than 0.2% a day, in one step, so a mean would say the same.
   */
  | 'point';

export interface Pool {
  readonly id: PoolId;
  /** In words, for people: `WETH/USDC 0.05% on Polygon, recorded`. */
  readonly label: string;
  readonly average: PoolAverage;
  /** For `geometric` pools: decimals(token0) - decimals(token1), to turn a raw tick price into a price of token0 in token1. */
  readonly decimalShift?: number;
  /** Sources that read chains: the one that the pool is on. */
  readonly chain?: number;
  /** Seconds from one observation to the next, where they come in steps. */
  readonly stepSeconds?: number;
}

/** One step of a route: the price of the pool, or its inverse. */
export interface Leg {
  readonly pool: PoolId;
  readonly invert?: boolean;
}

/** How a symbol is priced: two independent routes; the legs of a route are multiplied. */
export interface Route {
  readonly symbol: SymbolId;
  readonly primary: readonly Leg[];
  readonly second: readonly Leg[];
  /** What a trade pays of what it moves because the price may be stale; tenths of a basis point, none when absent. */
  readonly spread?: number;
  /** The exchange whose sessions its price follows; absent where it is priced around the clock. */
  readonly exchange?: ExchangeId;
}

/** The name under which the USD/CAD rate is priced (CAD for one USD); it is no tradable symbol. */
export const usdCadSymbol = 'USD-CAD';

/** What a source knows of a symbol beyond the catalogue (a recorded folder may bring symbols of its own). */
export interface SourceSymbol {
  readonly symbol: SymbolId;
  readonly name: string;
  readonly pricedIn: 'USD' | 'CAD';
  /** Leagues whose universe the source puts it into; undefined = as the catalogue says. */
  readonly leagues?: readonly string[];
}

/** What a price source has on offer, before anything is read from it. */
export interface SymbolSource {
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly routes: ReadonlyMap<SymbolId, Route>;
  readonly symbols: ReadonlyMap<SymbolId, SourceSymbol>;
  /** Why these prices can be known in advance, one sentence for people; absent where nobody can know them. */
  readonly foreseeable?: string;
  /** Symbols that failed their checks at the start, and why, in words: they have no route, and are listed with the reason. */
  readonly unfit?: ReadonlyMap<SymbolId, string>;
  /** Symbols whose price may be further off the market than others', and why, in words: their spread is wide. */
  readonly thin?: ReadonlyMap<SymbolId, string>;
}
