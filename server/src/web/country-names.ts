/** The code of a country that is written in another way: by its name, in small letters, or as people write it. */
import { countryCodes } from 'papertape-contract/countries';
import { plain } from '../lib/near.ts';

/** What is no name of a country in CLDR. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uk: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    usa: 'US',
    america: 'US',
    unitedstatesofamerica: 'US',
    holland: 'NL',
    korea: 'KR',
    uae: 'AE',
    turkey: 'TR',
    czechrepublic: 'CZ',
    russianfederation: 'RU',
    el: 'GR',
  }),
);

let byName: ReadonlyMap<string, string> | undefined;

function names(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const english = new Intl.DisplayNames('en', { type: 'region' });
  byName = new Map([...countryCodes].map((code) => [plain(english.of(code) ?? code), code]));
  return byName;
}

/** @returns undefined when no country is meant by the text. */
export function countryMeant(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  if (countryCodes.has(upper)) return upper;
  const wanted = plain(text);
  return otherNames.get(wanted) ?? names().get(wanted);
}
