/** Prices of the past, as a fill would have made them (docs/bots/prices.md). */
import { feature } from '../feature/feature.ts';
import { priceDays } from './0001-price-days.migration.ts';
import { getPrices } from './get-prices.api.ts';
import { keepDays } from './keep-days.job.ts';
import { streamPrices } from './stream-prices.api.ts';

export const prices = feature({
  name: 'prices',
  migrations: [priceDays],
  operations: [getPrices, streamPrices],
  loops: [keepDays],
});
