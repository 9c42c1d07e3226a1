/**
 * Meant league: a text that is no id of a league in, the ids that were probably meant out, the likeliest first.
 *
 * The text is compared with ids, names and the words of `otherLeagueNames`; capitals, spaces and marks do not count.
 *
 * Example: `Spot-Crypto`, `crypto` and `spot_cripto` are `spot_crypto`.
 */
import { nearTexts, plain } from '../lib/near.ts';
import { leagues } from './catalogue/leagues.ts';
import { otherLeagueNames } from './catalogue/other-names.ts';

export function meantLeagues(text: string): string[] {
  const wanted = plain(text);
  const exact = leagues.filter(
    ({ id, name }) =>
      plain(id) === wanted || plain(name) === wanted || otherLeagueNames[id]?.split(' ').includes(wanted),
  );
  if (exact.length > 0) return exact.map(({ id }) => id);
  const near = nearTexts(
    text,
    leagues.flatMap(({ id, name }) => [id, name]),
  );
  return [...new Set(near.map((each) => leagues.find(({ id, name }) => id === each || name === each)?.id ?? each))];
}

/** What to do about a text that is no id of a league, and the id that was meant where that is plain. */
export function mendLeague(text: string): { readonly fix: string; readonly meant: string | undefined } {
  const meant = meantLeagues(text);
  const [only, ...others] = meant;
  if (only === undefined) return { fix: 'Take an id from GET /api/leagues, such as spot_crypto.', meant: undefined };
  const fix = `Did you mean ${meant.join(' or ')}? GET /api/leagues lists all.`;
  return { fix, meant: others.length === 0 ? only : undefined };
}
