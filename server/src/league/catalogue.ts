/**
 * The catalogue: which leagues there are and what each symbol is. The data stands in `catalogue/leagues.ts` and
 * `catalogue/symbols.ts`; this file looks things up in it.
 */
import type { SymbolId } from './symbol.ts';
import { assetClassTopic, leagues, topics } from './catalogue/leagues.ts';
import type { League, Topic } from './catalogue/leagues.ts';
import { catalogueSymbols } from './catalogue/symbols.ts';
import type { CatalogueSymbol } from './catalogue/symbols.ts';

export { assetClassTopic, catalogueSymbols, leagues, topics };
export type { CatalogueSymbol, League, Topic };

/**
 * The league that is meant where none is named (interface document, register and leaderboard): where a bot lands, the board of the front page,
 * what commands and documents take.
 */
export const defaultLeagueId = 'tokenized';
/** What a symbol looks like: letters and digits, then the currency it is priced in. */
export const symbolPattern = /^[A-Z0-9]{1,12}-(USD|CAD)$/;

/** All 34 leagues, by id, in the catalogue's order. */
export const leagueById: ReadonlyMap<string, League> = new Map(leagues.map((league) => [league.id, league]));

/** All symbols, by name. */
export const symbolByName: ReadonlyMap<SymbolId, CatalogueSymbol> = new Map(
  catalogueSymbols.map((entry) => [entry.symbol, entry]),
);

/** The topic of a league. */
export function topicOf(league: League): Topic {
  const topic = topics.find((candidate) => candidate.id === league.topic);
  return topic ?? assetClassTopic;
}
