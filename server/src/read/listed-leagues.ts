import { leagues } from '../league/catalogue.ts';
import type { MarketView } from './snapshot.ts';

/** Ids of the leagues that the operator has not taken off the lists. */
export async function listedLeagues(market: Pick<MarketView, 'snapshot'>): Promise<string[]> {
  const { settings } = await market.snapshot();
  return leagues.filter((l) => settings.get(l.id)?.hidden === undefined).map((l) => l.id);
}
