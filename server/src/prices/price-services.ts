/** What the room gives the service: prices of the past, and streams of marks. */
import { firstMarkOf } from '../engine/origin.ts';
import { createMarkStreams, type MarkStreams, type MarkStreamsDeps } from './mark-streams.ts';
import { openPrices, type Prices, type PricesDeps } from './open-prices.ts';

export interface PriceServices {
  readonly prices: Prices;
  readonly markStreams: MarkStreams;
}

export function openPriceServices(deps: PricesDeps & Pick<MarkStreamsDeps, 'streams' | 'log'>): PriceServices {
  const prices = openPrices(deps);
  return { prices, markStreams: createMarkStreams({ ...deps, prices, firstMark: firstMarkOf(deps.openedAt) }) };
}
