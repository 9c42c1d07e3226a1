/** A parameter that an operation does not know is refused by each of them, and by no page and no file. */
import { style } from '../../../src/html/assets.ts';
import { expect, test } from 'vitest';
import { operations } from '../../harness/operations.ts';
import { expectError, get } from '../../harness/http.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

test('every GET that answers JSON and needs nothing but its path refuses it, and names what it knows', async () => {
  const league = await leagueOfTest();
  const asked = operations.filter(
    (o) =>
      o.method === 'get' &&
      o.key === 'never' &&
      !o.path.includes('{') &&
      (!('document' in o.answer) || o.query.length > 0),
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const { path, query } of asked) {
    const { error, detail } = expectError(await get(league, `${path}?zzzzzz=1`), 'unknown_parameter');
    expect(detail).toBe('The query has parameters that are not known here: "zzzzzz".');
    const known = query.map(({ name }) => name);
    expect(error.fix, path).toContain(
      known.length > 0 ? `Known here: ${known.join(', ')}.` : 'This operation has no parameters.',
    );
  }
});

test('pages and files are as they are without it', async () => {
  const league = await leagueOfTest();
  for (const path of ['/', '/index.md', '/seats', '/llms.txt', style.address, '/robots.txt', '/docs/README.md'])
    expect((await get(league, `${path}?utm_source=mail`)).status, path).toBe(200);
});

test('what is refused is told by name, never by value, and a key in the address is not shown again', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter();
  const { text } = await get(league, `/api/leaderboard?api_key=${bot.key}&limit=3&__proto__=1`);
  expect(text).not.toContain(bot.key);
  const { error, detail } = expectError(
    await get(league, `/api/leaderboard?api_key=${bot.key}&limit=3&__proto__=1`),
    'unknown_parameter',
  );
  expect(detail).toContain('"api_key", "limit", "__proto__"');
  expect(error.corrected).toEqual({ path: '/api/leaderboard?per_page=3' });
});

test('of many unknown parameters ten are named and all are taken out', async () => {
  const league = await leagueOfTest();
  const many = Array.from({ length: 40 }, (_, i) => `zzzz${i}=${i}`).join('&');
  const { error, detail } = expectError(await get(league, `/api/leaderboard?${many}&page=1`), 'unknown_parameter');
  expect(detail).toMatch(/"zzzz9" and 30 more\.$/);
  expect(error.corrected).toEqual({ path: '/api/leaderboard?page=1' });
});
