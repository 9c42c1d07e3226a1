/** The readings of a simulated market that has ended, made again from its published seed. */
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { createSimulatedSource } from '../../sources/simulated/simulated.ts';
import type { MarketSeed } from '../../sources/simulated/seed.ts';
import type { PlayedSource } from '../../sources/source.ts';
import type { Reread } from './verifier.ts';

export interface SeededMarket extends MarketSeed {
  /** The first instant of the market. */
  readonly origin: Instant;
}

export function rereadSeed({ seed, salt, origin }: SeededMarket): Reread {
  const markets = new Map<string, PlayedSource>();
  const marketOf = (pools: readonly string[]): PlayedSource => {
    const symbols = [...new Set(pools.map((id) => id.split(':')[1] ?? ''))].filter((s) => s !== 'USD-CAD').toSorted();
    const key = symbols.join();
    const market = markets.get(key) ?? createSimulatedSource({ seed, salt, origin, symbols });
    markets.set(key, market);
    return market;
  };
  return async (windows, steps) => {
    for (const { window, pools } of windows) {
      const market = marketOf(pools.map((p) => p.pool));
      for (const [at, end] of [
        [window.start, 'start'],
        [window.end, 'end'],
      ] as const) {
        const mark = Date.parse(at);
        const made = market.readNow(mark);
        for (const p of pools) {
          const stated = p[end].find((r) => r.used)?.cumulative ?? null;
          const own = made.get(p.pool);
          const computed = own?.ok ? formatFixed(own.cumulative, priceScale) : null;
          steps.same(`cumulative of ${p.pool} at ${iso(mark)}, by the seed`, stated, computed);
        }
      }
    }
  };
}
