/** What a person sees at a wrong address: a page with what to do; a program is answered as it asks. */
import { expect, test } from 'vitest';
import { pageHeaders } from '../../../src/html/layout.tsx';
import { expectError, get, send } from '../../harness/http.ts';
import { leagueOfFile } from '../../harness/of-test.ts';
import type { Bot, League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
leagueOfFile((own) => ({ league, bot } = own));

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test('a person gets a page that says what to do, with the policy of every page', async () => {
  for (const [path, meant] of [
    ['/nothing/here', 'Go to the first page'],
    ['/leaderbord', 'Go to the first page'],
    ['/api/leaderbord', 'GET /api/leaderboard'],
    ['/%22%3E%3Cscript%3Ealert(1)%3C/script%3E', 'Go to the first page'],
  ] as const) {
    const { status, headers, text } = await get(league, path, { headers: { accept: browser } });
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(pageHeaders['Content-Security-Policy']);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Accept']);
    expect(text).toContain('<h1>Not found</h1>');
    expect(text).toContain(meant);
    expect(text).toContain('<a href="/">');
    expect(text).not.toContain('<script>');
  }
});

test('who asks for Markdown gets Markdown, who asks for anything or for JSON gets JSON', async () => {
  const markdown = await get(league, '/nothing/here', { headers: { accept: 'text/markdown' } });
  expect([markdown.status, markdown.headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8']);
  expect(markdown.text).toContain('# Not found');
  for (const accept of ['*/*', 'application/json', 'application/json, text/html', 'text/html;q=0, */*'])
    expectError(await get(league, '/nothing/here', { headers: { accept } }), 'not_found');
});

test('an operation answers JSON whoever asks, and so does what is for programs alone', async () => {
  const headers = { accept: browser };
  expectError(await get(league, '/api/agents/agt_0000000000000000', { headers }), 'agent_not_found');
  expectError(await get(league, '/api/leaderboard?page=0', { headers }), 'invalid_query');
  expectError(await send(league, 'POST', `/api/agents/${bot.id}/weights`, { headers, body: {} }), 'missing_key');
  const mcp = await get(league, '/mcp', { headers });
  expect(mcp.headers.get('content-type')).toMatch(/^application\/json/);
});

test('a form that is sent the wrong way is answered by a page, too', async () => {
  const { status, headers, text } = await send(league, 'PUT', '/register', { headers: { accept: browser } });
  expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
    405,
    'POST, GET, HEAD, OPTIONS',
    'text/html; charset=utf-8',
  ]);
  expect(text).toContain('<h1>Not in that way</h1>');
});
