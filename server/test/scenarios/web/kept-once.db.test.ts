/** Whatever a client writes behind an address, there is one answer, and it is kept once. */
import { expect, test } from 'vitest';
import { expectError, get } from '../../harness/http.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

test.each(['/robots.txt', '/llms.txt', '/', '/index.md', '/leagues/multi'])(
  '%s: unknown parameters, other orders and escapes make no other answer',
  async (plain) => {
    const league = await leagueOfTest();
    const { ready } = league.app.deps;
    const first = await get(league, plain);
    expect(first.status).toBe(200);
    expect(ready.get(plain)).toBeDefined();
    const more = plain.includes('?') ? '&' : '?';
    const others = Array.from({ length: 200 }, (_, i) => `${plain}${more}x${i}=${i}`);
    others.push(`${plain}${more}`, plain.replace('?', '?b=2&'), plain.replace('/r', '/%72').replace('/a', '/%61'));
    for (const url of new Set(others)) {
      const answer = await get(league, url);
      expect(answer.text).toBe(first.text);
      expect(answer.headers.get('etag')).toBe(first.headers.get('etag'));
      if (url !== plain) expect(ready.get(url)).toBeUndefined();
    }
  },
);

test.each(['/api/leaderboard?league=multi', '/api/leagues'])(
  '%s: of other orders and escapes there is one answer, and none with an unknown parameter',
  async (plain) => {
    const league = await leagueOfTest();
    const { ready } = league.app.deps;
    const first = await get(league, plain);
    expect(first.status).toBe(200);
    const more = plain.includes('?') ? '&' : '?';
    for (const url of [`${plain}${more}`, plain.replace('/l', '/%6c').replace('/a', '/%61')]) {
      expect((await get(league, url)).text).toBe(first.text);
      expect(ready.get(url)).toBeUndefined();
    }
    for (let i = 0; i < 20; i++) expectError(await get(league, `${plain}${more}x${i}=${i}`), 'unknown_parameter');
  },
);
