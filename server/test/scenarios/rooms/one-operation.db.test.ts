/** An operation that a room declares in one file is everywhere at once: nothing but the list of rooms names it. */
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { limits, rateLimits } from 'papertape-contract/limits';
import { expectError, get, okJson, post, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { notes, writeNote } from '../../rooms/notes.api.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({ rooms: [notes], env: { PAPERTAPE_LIMITS: 'on' } });
  bot = await league.enter();
});
afterAll(() => league.close());

const path = (): string => `/api/agents/${bot.id}/note`;
const headers = (): Record<string, string> => ({ authorization: `Bearer ${bot.key}` });

test('the router has it, and the client calls it with its types', async () => {
  const answer = await bot.call(writeNote, { params: { agent_id: bot.id }, body: { text: 'hello' } });
  expect(answer).toEqual({ agent_id: bot.id, text: 'hello', at: '2026-03-02T00:00:00.000Z' });
  expectTypeOf(answer).toEqualTypeOf<{ agent_id: string; text: string; at: string }>();
  // @ts-expect-error a body without its member is no call of it
  await expect(bot.call(writeNote, { params: { agent_id: bot.id }, body: {} })).rejects.toThrow('missing');
});

test('its key is proved, and its body is checked', async () => {
  expectError(await post(league, path(), { text: 'x' }), 'missing_key');
  expectError(await post(league, path(), { text: 'x'.repeat(41) }, { headers: headers() }), 'invalid_field');
});

test('another method is answered 405, and OPTIONS tells which it takes', async () => {
  const refused = await get(league, path());
  expectError(refused, 'method_not_allowed');
  expect(refused.headers.get('allow')).toBe('POST, OPTIONS');
  expect((await send(league, 'HEAD', path())).status).toBe(405);
  expect((await send(league, 'OPTIONS', path())).headers.get('allow')).toBe('POST, OPTIONS');
});

test('openapi.json describes it, with its schemas and codes', async () => {
  const document = okJson<{
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, unknown> };
  }>(await get(league, '/openapi.json'));
  const described = document.paths['/api/agents/{agent_id}/note']?.['post'];
  expect(described?.operationId).toBe('writeNote');
  expect(Object.keys(described?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '429']),
  );
  expect(document.components.schemas['Note']).toMatchObject({ required: ['agent_id', 'text', 'at'] });
  expect(document.components.schemas['NoteRequest']).toMatchObject({ properties: { text: { maxLength: 40 } } });
});

test('it is a tool of /mcp', async () => {
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const message = { jsonrpc: '2.0', id: 1, method, params };
    const sent = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers(),
    };
    const { text } = await post(league, '/mcp', message, { headers: sent });
    return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '')) as Record<string, unknown>;
  };
  const { result } = (await call('tools/list', {})) as { result: { tools: { name: string; inputSchema: unknown }[] } };
  const tool = result.tools.find((t) => t.name === 'arena_note');
  expect(tool?.inputSchema).toMatchObject({ required: ['text'] });
  const called = await call('tools/call', { name: 'arena_note', arguments: { agent_id: bot.id, text: 'by tool' } });
  expect(called).toMatchObject({ result: { structuredContent: { text: 'by tool' } } });
});

test('a repetition with its Idempotency-Key is answered as the first time', async () => {
  const repeated = { ...headers(), 'idempotency-key': 'a'.repeat(limits.idempotencyKeyCharactersMax) };
  const first = await post(league, path(), { text: 'once' }, { headers: repeated });
  expect(okJson(first)).toMatchObject({ text: 'once' });
  const again = await post(league, path(), { text: 'once' }, { headers: repeated });
  expect([okJson(again), again.headers.get('idempotency-replayed')]).toEqual([okJson(first), 'true']);
  expectError(await post(league, path(), { text: 'twice' }, { headers: repeated }), 'idempotency_conflict');
});

test('it counts against the limit that it names', async () => {
  let refused = await post(league, path(), { text: 'x' }, { headers: headers() });
  for (let i = 0; refused.status === 200 && i <= rateLimits.recoveriesPerAddress.count; i++)
    refused = await post(league, path(), { text: 'x' }, { headers: headers() });
  expectError(refused, 'rate_limited');
  expect(refused.headers.get('ratelimit')).toContain('recoveriesPerAddress');
});
