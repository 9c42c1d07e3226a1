/** What documents say of this service. They are the same until it is started anew. */
import { defaultLeagueId } from '../league/catalogue.ts';
import { takesOrders, type Universe } from '../league/universe.ts';
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
  readonly confirmsContacts: boolean;
  readonly keepAnswersHours: number;
  /** Leagues whose rounds are set to be weekly. */
  readonly weeklyRounds: readonly string[];
  readonly priceSource: PriceSourceInfo;
  readonly universe: Universe;
}): DescribedService {
  const { baseUrl, universe, botsPerTier, rateLimited, confirmsContacts, keepAnswersHours, priceSource } = of;
  const same = { botsPerTier, rateLimited, confirmsContacts, keepAnswersHours, priceSource };
  const example = exampleOf(universe);
  const all = [...universe.leagues.values()];
  const leagues = {
    trading: all.filter(takesOrders).map((l) => l.league.id),
    rounds: all.filter((l) => l.state === 'live' && l.league.kind.takes === 'answers').map((l) => l.league.id),
    weekly: of.weeklyRounds,
    previews: [...new Set(all.filter((l) => l.state === 'preview').map((l) => l.league.kind))],
  };
  return {
    facts: () => ({ ...same, baseUrl: baseUrl(), example, leagues }),
  };
}

/** The league and the symbols of the quickstart: the league that is meant where none is named, or the first that takes orders. */
function exampleOf({ leagues }: Universe): LlmsFacts['example'] {
  for (const id of [defaultLeagueId, ...leagues.keys()]) {
    const league = leagues.get(id);
    if (league && takesOrders(league)) return { league: id, symbols: league.largest };
  }
  return undefined;
}
