/** What the built-in pool book says of spreads, as data for rules.json (docs/decisions/0024-stale-pools.md). Nothing here asks a chain. */
import { thinAboveFee } from './first-route.ts';
import poolBook from './pools.json' with { type: 'json' };

export interface SpreadEntry {
  readonly symbol: string;
  readonly spread_bps: number;
  /** Has its first route a pool with a fee above 0.05%? */
  readonly thin: boolean;
}

export const spreadTable: readonly SpreadEntry[] = poolBook.routes.map(({ symbol, primary, spreadBps }) => ({
  symbol,
  spread_bps: spreadBps,
  thin: primary.some((leg) => Number(leg.split(' ').at(-1)) > thinAboveFee),
}));
