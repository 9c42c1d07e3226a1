/**
 * Meant league: a text that is no id of a league in, the ids that were probably meant out, the likeliest first.
 *
 * The text is compared with ids, names and the words of `otherLeagueNames`; capitals, spaces, marks and words such as "the" and "league" do not count. Of
 * those that are near, the nearest is meant; where several are as near, all of them.
 *
 * Example: `Spot-Crypto`, `crypto` and `spot_cripto` are `spot_crypto`.
 */
import { distance, nearTexts, plain } from '../lib/near.ts';
import { leagues } from './catalogue/leagues.ts';
import { otherLeagueNames } from './catalogue/other-names.ts';

export function meantLeagues(text: string): string[] {
  const spoken = text.replaceAll(/(?:^|[\s_-])(?:the|leagues?|competition|contest|board)(?=$|[\s_-])/gi, ' ');
  const exact = [text, spoken].map(named).find(({ length }) => length > 0);
  if (exact) return exact;
  const wanted = plain(spoken);
  const near = nearTexts(
    spoken,
    leagues.flatMap(({ id, name }) => [id, name]),
    leagues.length,
  ).map((known) => ({ id: idOf(known), off: distance(wanted, plain(known)) }));
  const least = Math.min(...near.map(({ off }) => off));
  return [...new Set(near.filter(({ off }) => off === least).map(({ id }) => id))].slice(0, 3);
}

function named(text: string): string[] {
  const wanted = plain(text);
  const found = leagues.filter(
    ({ id, name }) =>
      plain(id) === wanted || plain(name) === wanted || otherLeagueNames[id]?.split(' ').includes(wanted),
  );
  return found.map(({ id }) => id);
}

function idOf(known: string): string {
  return leagues.find(({ id, name }) => id === known || name === known)?.id ?? known;
}

export interface MendedLeague {
  readonly fix: string;
  /** Undefined where it is not plain which one was meant. */
  readonly meant: string | undefined;
  /** One that there is: the nearest, or the first of all. */
  readonly example: string;
}

/** What to do about a text that is no id of a league. */
export function mendLeague(text: string): MendedLeague {
  const meant = meantLeagues(text);
  const [only, ...others] = meant;
  if (only === undefined)
    return { fix: 'Take an id from GET /api/leagues, such as spot_crypto.', meant: undefined, example: 'spot_crypto' };
  const fix = `Did you mean ${meant.join(' or ')}? GET /api/leagues lists all.`;
  return { fix, meant: others.length === 0 ? only : undefined, example: only };
}
