/** The readings of a simulated market that has ended, made again from its published seed. */
import type { MarketSeed } from 'papertape-contract/status';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { iso } from '../../lib/clock.ts';
import { createSimulatedSource } from '../../sources/simulated/simulated.ts';
import { secretSourceId } from '../../sources/simulated/seed.ts';
import type { PlayedSource } from '../../sources/source.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';
import type { Reread } from './verifier.ts';

type Opened = NonNullable<NonNullable<MarketSeed>['opened']>;

/** The seed is the one whose hash began the public log. */
export async function checkSeed(service: Service, steps: Steps, hash: string, opened: Opened): Promise<void> {
  const id = secretSourceId(opened);
  steps.same('the seed of the market, with its salt, has the hash', `simulated:sha256:${hash}`, id);
  // Two bytes of length stand before the entry.
  const entry = await service.text('/tile/entries/000.p/1');
  const { price_source: committed } = JSON.parse(entry.slice(entry.indexOf('{'))) as { price_source: string };
  steps.same('the public log began with that hash', committed, id);
}

export function rereadSeed({ seed, salt }: Opened, from: string): Reread {
  const origin = Date.parse(from);
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
