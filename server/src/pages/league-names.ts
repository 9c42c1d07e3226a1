/** Leagues by id, as pages name them. */
import { leagueById } from '../league/catalogue.ts';

export const leagueNames: ReadonlyMap<string, string> = new Map([...leagueById].map(([id, l]) => [id, l.name]));
