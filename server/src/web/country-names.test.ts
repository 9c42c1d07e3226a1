import { expect, test } from 'vitest';
import { countryCodes } from 'papertape-contract/countries';
import { countryMeant } from './country-names.ts';

test('249 codes are assigned, in the order of the alphabet', () => {
  expect(countryCodes.size).toBe(249);
  expect([...countryCodes]).toEqual([...countryCodes].toSorted());
  for (const code of countryCodes) expect(code).toMatch(/^[A-Z]{2}$/);
  for (const none of ['UK', 'EU', 'XK', 'ZZ', 'AN', 'SU', 'YU', 'AA', 'QM']) expect(countryCodes.has(none)).toBe(false);
});

test.each([
  ['UK', 'GB'],
  ['ca', 'CA'],
  ['Canada', 'CA'],
  ['U.S.A.', 'US'],
  ['United Kingdom', 'GB'],
  ['Côte d’Ivoire', 'CI'],
  [' de ', 'DE'],
])('%s is %s', (text, code) => {
  expect(countryMeant(text)).toBe(code);
});

test.each(['', 'EU', 'constructor', '__proto__', 'Atlantis', '🇨🇦'])('%s is none', (text) => {
  expect(countryMeant(text)).toBeUndefined();
});
