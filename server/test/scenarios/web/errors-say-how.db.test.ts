/** Refusals that their reader can act on with nothing but the body: a model often sees no header. */
import { style } from '../../../src/html/assets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from 'papertape-contract/limits';
import { get, post, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
  bot = await league.enter();
});
afterAll(() => league.close());

function said(answer: Answer): { detail: string; code: string; fix: string } {
  const { detail, error } = answer.json as { detail: string; error: { code: string; fix: string } };
  return { detail, ...error };
}

test('a wrong method is told the right ones', async () => {
  const path = `/api/agents/${bot.id}/weights`;
  expect(said(await get(league, path)).detail).toBe(`GET is not for ${path}: it takes POST.`);
  expect(said(await post(league, '/api/status', {})).detail).toBe('POST is not for /api/status: it takes GET, HEAD.');
});

test('a key without Bearer is told of Bearer, and not to copy the key again', async () => {
  const path = `/api/agents/${bot.id}/state`;
  for (const authorization of [bot.key, `Token ${bot.key}`, 'Bearer']) {
    expect(said(await get(league, path, { headers: { authorization } }))).toEqual({
      detail: 'The Authorization header is not the word Bearer, a space and a key.',
      code: 'malformed_key',
      fix: 'Send the header: Authorization: Bearer <API_KEY>.',
    });
  }
  const cut = said(await get(league, path, { key: bot.key.slice(0, -1) }));
  expect(cut).toMatchObject({ code: 'malformed_key', fix: expect.stringContaining('Copy the key again') as string });
});

test('types of events that are none are told which there are, and a member of another type what it must be', async () => {
  const set = async (events: unknown): Promise<string> =>
    said(await post(league, `/api/agents/${bot.id}/webhook`, { url: '', events }, { key: bot.key })).detail;
  expect(await set(['filled'])).toMatch(/^events must each be one of order_received, order_filled, [a-z_, ]+\.$/);
  expect(await set(Array.from({ length: 50 }, () => 'close'))).toBe('events names a type more than once.');
  expect(await set('close')).toBe('events must be an array, not a string.');
});

test('a tool without a key names the argument and the tool that gives one', async () => {
  const params = { name: 'arena_status', arguments: { agent_id: bot.id } };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const answer = await post(league, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { headers });
  const { result } = JSON.parse(answer.text.replace(/^event: message\ndata: /, '')) as {
    result: { structuredContent: { error: { code: string; fix: string } } };
  };
  expect(result.structuredContent.error.code).toBe('missing_key');
  expect(result.structuredContent.error.fix).toMatch(/argument api_key: arena_register/);
});

test('past a limit the body has the seconds of Retry-After', async () => {
  const path = `/api/agents/${bot.id}/weights?preview=true`;
  let answer: Answer;
  for (let n = 0; ; n++) {
    answer = await post(league, path, {}, { key: bot.key });
    if (answer.status === 429) break;
    expect(n).toBeLessThan(rateLimits.writesPerAddress.count);
  }
  const wait = answer.headers.get('retry-after');
  expect(said(answer).detail).toMatch(
    new RegExp(`^More than \\d+ requests in 60 s .*; the next one can come in ${wait} s\\.$`),
  );
});

test('the page of errors shows what to do without scrolling sideways: its texts are broken into lines', async () => {
  const html = (await get(league, '/errors')).text;
  expect(html.match(/class="text" data-label="What to do:"/g)?.length).toBe(html.match(/<tr id=/g)?.length);
  expect(html).toContain(`href="${style.address}"`);
  const css = (await get(league, style.address)).text;
  // Cells of the other tables stay on one line.
  expect(css).toMatch(/\.prose \.text\{[^}]*white-space:normal/);
});
