/** What documents say of this service. They are the same until it is started anew. */
import { defaultLeagueId } from '../league/catalogue.ts';
import type { Universe } from '../league/universe.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { LlmsFacts } from './llms.ts';

export const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export interface DescribedService {
  readonly facts: () => LlmsFacts;
}

export function describeService(of: {
  readonly baseUrl: () => string;
  readonly botsPerTier: number;
  readonly rateLimited: boolean;
  readonly priceSource: PriceSourceInfo;
  readonly universe: Universe;
}): DescribedService {
  const { botsPerTier, rateLimited, priceSource } = of;
  const example = exampleOf(of.universe);
  return { facts: () => ({ baseUrl: of.baseUrl(), botsPerTier, rateLimited, priceSource, example }) };
}

/** The league and the symbols of the quickstart: spot crypto where it is live. */
function exampleOf({ leagues }: Universe): LlmsFacts['example'] {
  for (const id of ['spot_crypto', defaultLeagueId, ...leagues.keys()]) {
    const league = leagues.get(id);
    if (league?.state === 'live') return { league: id, symbols: league.largest };
  }
  return undefined;
}
