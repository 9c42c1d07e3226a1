import { expect, test } from 'vitest';
import { leagueById, leagues } from './catalogue.ts';
import { otherLeagueNames } from './catalogue/other-names.ts';
import { meantLeagues, mendLeague } from './meant-league.ts';

test('the examples of the header', () => {
  for (const text of ['Spot-Crypto', 'crypto', 'spot_cripto']) expect(meantLeagues(text)).toEqual(['spot_crypto']);
});

test('every league is meant by its id and by its name', () => {
  for (const { id, name } of leagues) {
    expect(meantLeagues(id.toUpperCase())).toEqual([id]);
    expect(meantLeagues(name)).toContain(id);
  }
});

test('no word of the data means two leagues, or a league that there is not', () => {
  const words = Object.values(otherLeagueNames).flatMap((each) => each.split(' '));
  expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
  for (const id of Object.keys(otherLeagueNames)) expect(leagueById.has(id), id).toBe(true);
  for (const word of words) expect(meantLeagues(word), word).toHaveLength(1);
});

test('of several that are near none is taken, and of what means nothing an id is shown', () => {
  expect(mendLeague('crypto_l4')).toEqual({
    fix: 'Did you mean crypto_l1 or crypto_l2 or crypto_l3? GET /api/leagues lists all.',
    meant: undefined,
    example: 'crypto_l1',
  });
  expect(mendLeague('')).toEqual({
    fix: 'Take an id from GET /api/leagues, such as spot_crypto.',
    meant: undefined,
    example: 'spot_crypto',
  });
});

test('of several that are near the nearest is meant', () => {
  expect(mendLeague('cyrpto_l2').meant).toBe('crypto_l2');
  expect(mendLeague('us_stockks').meant).toBe('us_stocks');
});

test.each(['the ETFs', 'ETFs league', 'etfs_league', 'League etfs'])('words around it do not count: %s', (text) => {
  expect(meantLeagues(text)).toEqual(['etfs']);
});
