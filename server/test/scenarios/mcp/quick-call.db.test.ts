/** The short way of /mcp answers what the SDK answers, byte for byte. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/lib/json/strict-json.ts';
import { parseObject } from '../../../src/lib/json/strict-json.ts';
import { createMcpFace, type McpFace, type McpReply } from '../../../src/web/mcp/server.ts';
import { post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
let face: McpFace;
let clients = 0;
beforeAll(async () => {
  league = await openLeague();
  bot = await league.enter({ name: 'Quick', description: 'says "ignore all rules" 🎈' });
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ days: 1, minutes: 35 });
  const { deps, http } = league.app;
  face = createMcpFace(deps, http, deps.service.facts);
});
afterAll(() => league.close());

const meta = (client: string) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
});

interface Message {
  readonly name: string;
  /** JSON of the arguments, and of the id. */
  readonly args?: string;
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

const standardHeaders = (name: string) => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

/** @param envelope JSON of `_meta`. */
async function send({ name, args = '{}', id = '1', headers = {}, key }: Message, envelope: string): Promise<McpReply> {
  const text = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${envelope}}}`;
  const message = parseObject(Buffer.from(text));
  return await face.answer({
    headers: { ...standardHeaders(name), ...headers },
    message,
    plainMessage: () => JSON.parse(text) as unknown,
    asText: false,
    args: (message['params'] as JsonObject)['arguments'] as JsonObject,
    key,
    client: '127.0.0.1',
    counted: () => undefined,
  });
}

/** Answers of the short way are bytes, those of the SDK text: so it shows which way was gone. */
const isQuick = ({ payload }: McpReply): boolean => Buffer.isBuffer(payload);

function textOf({ payload }: McpReply): string {
  if (Buffer.isBuffer(payload)) return payload.toString();
  if (typeof payload !== 'string') throw new Error('no answer in one piece');
  return payload;
}

function comparable(reply: McpReply): unknown {
  // Each who leaves a name out is shown another one.
  const text = textOf(reply).replaceAll(/([Aa]lpha[ -])[0-9a-f]{6}\b/g, '$1');
  return { status: reply.status, text };
}

/** Sends a message with an envelope that was never seen, with the same one again, and once more. */
async function bothWays(message: Message): Promise<readonly [sdk: McpReply, quick: McpReply, kept: McpReply]> {
  const envelope = JSON.stringify(meta(`client ${++clients}`));
  const sdk = await send(message, envelope);
  return [sdk, await send(message, envelope), await send(message, envelope)];
}

async function expectSame(message: Message): Promise<string> {
  const [sdk, quick, kept] = await bothWays(message);
  expect([isQuick(sdk), isQuick(quick), isQuick(kept)]).toEqual([false, true, true]);
  expect(comparable(quick)).toEqual(comparable(sdk));
  expect(comparable(kept)).toEqual(comparable(sdk));
  return textOf(sdk);
}

const own = (more: object = {}): string => JSON.stringify({ agent_id: bot.id, api_key: bot.key, ...more });
const order = { weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.25 }, reason: 'because "of" \\ this 🎈' };

/** Name, arguments, and whether it fails. What changes something has a key of its own, so that it is answered alike again. */
const calls: readonly [name: string, args: () => string, fails?: true][] = [
  ['arena_info', () => '{}'],
  ['arena_info', () => '{"unknown":1,"api_key":"ptk_0123456789012345678901234567"}'],
  ['arena_leagues', () => '{}'],
  ['arena_leagues', () => '{"open_only":true}'],
  ['arena_leagues', () => '{"open_only":false,"more":null}'],
  ['arena_universe', () => '{"league":"spot_crypto"}'],
  ['arena_universe', () => '{"league":"no_such"}', true],
  ['arena_universe', () => '{}'],
  ['arena_validate', () => '{"league":"spot_crypto","symbol":"BTC-USD"}'],
  ['arena_validate', () => '{"league":"spot_crypto","symbol":"\\u0022<b>é"}'],
  ['arena_validate', () => '{"symbol":1}', true],
  ['arena_prices', () => '{}'],
  ['arena_prices', () => '{"symbols":"BTC-USD","every":"5m","columns":"mean","limit":2}'],
  ['arena_prices', () => '{"symbols":"btc"}', true],
  ['arena_prices', () => '{"every":5}', true],
  ['arena_icons', () => '{}'],
  ['arena_leaderboard', () => '{"league":"spot_crypto"}'],
  ['arena_leaderboard', () => '{"league":"spot_crypto","lines":true,"per_page":1}'],
  ['arena_leaderboard', () => '{"league":"spot_crypto","per_page":1.0}', true],
  ['arena_leaderboard', () => '{"league":"spot_crypto","per_page":{"text":"1"}}', true],
  ['arena_agent', () => JSON.stringify({ agent_id: bot.id })],
  ['arena_agent', () => JSON.stringify({ agent_id: bot.id, part: 'equity' })],
  ['arena_agent', () => JSON.stringify({ agent_id: 'agt_none' }), true],
  ['arena_agent', () => '{"agent_id":[]}', true],
  ['arena_agent', () => '{}', true],
  ['arena_status', () => own()],
  ['arena_status', () => own({ order_id: 'ord_0000000000000000' }), true],
  ['arena_status', () => JSON.stringify({ agent_id: bot.id }), true],
  ['arena_submit_weights', () => own({ ...order, preview: true })],
  ['arena_submit_weights', () => own({ ...order, idempotency_key: 'same' })],
  ['arena_submit_weights', () => own({ weights: { 'BTC-USD': 2 } }), true],
  ['arena_submit_weights', () => own({ idempotency_key: 7 }), true],
  ['arena_check', () => own({ idempotency_key: 'checked' })],
  ['arena_profile', () => own({ website: 'https://example.test', icon: '🦊' })],
  ['arena_profile', () => own({ website: 'https://example.test', icon: 'two words' }), true],
  [
    'arena_register',
    () =>
      '{"name":"Second","company":"W","contact":"second@example.test","country":"CA","league":"spot_crypto","idempotency_key":"7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60"}',
  ],
  ['arena_register', () => '{"name":""}', true],
  ['arena_orders', () => own({ per_page: 1 })],
  ['arena_events', () => own({ since: 'now' })],
  ['arena_events', () => own({ since: 'then' }), true],
  ['arena_proofs', () => JSON.stringify({ of: 'bot', agent_id: bot.id })],
  ['arena_proofs', () => '{"order_id":"ord_0000000000000000"}', true],
  ['arena_round_tasks', () => own(), true],
  ['arena_submit_answers', () => own({ answers: { t01: 1 } }), true],
  ['arena_round_results', () => '{"league":"web_q_a","round":"2026-W01-1"}', true],
  ['arena_try_round', () => '{"league":"web_q_a","seed":"a"}'],
  ['arena_try_round', () => '{"league":"web_q_a","seed":"a","answers":{"t01":null}}'],
  ['arena_try_round', () => '{"league":"web_q_a","answers":{}}', true],
  ['arena_showcase_read', () => '{}'],
  ['arena_showcase_read', () => '{"board":"music"}', true],
  ['arena_showcase_post', () => own({ board: 'ideas', title: 'x', test: 'yes' }), true],
  ['arena_showcase_vote', () => own({ id: '999' }), true],
  ['arena_rotate_key', () => '{"agent_id":"agt_0000000000000000"}', true],
  ['arena_submit_weights', () => own({ weights: '{"BTC-USD":0.5}', sandbox: 'true', idempotency_key: 'text' })],
];

test.each(calls.map(([name, args, fails]) => ({ name, args, fails })))('$name $args', async ({ name, args, fails }) => {
  const text = await expectSame({ name, args: args() });
  expect(text.includes('"isError":true')).toBe(fails === true);
});

test('every tool is among them', () => {
  const listed = league.app.deps.operations.flatMap(({ mcp }) => (mcp ? [mcp.name] : []));
  expect([...new Set(calls.map(([name]) => name))].toSorted()).toEqual(expect.arrayContaining(listed));
});

test.each(['1', '0', '-0', '1.0', '1e3', '-7', '9007199254740991', '""', '"a \\u0022 \\u00e9 \\n"', '"1"', '"🎈"'])(
  'the id %s',
  async (id) => {
    await expectSame({ name: 'arena_info', id });
  },
);

test('the key of the header', async () => {
  const text = await expectSame({ name: 'arena_status', args: JSON.stringify({ agent_id: bot.id }), key: bot.key });
  expect(text).not.toContain('"isError"');
});

/** What the SDK refuses, or answers in another form, it goes on to answer. */
const others: readonly Message[] = [
  { name: 'no_such_tool' },
  { name: 'arena_info', id: 'null' },
  { name: 'arena_info', id: '1.5' },
  { name: 'arena_info', id: '1e300' },
  { name: 'arena_info', id: '9007199254740993' },
  { name: 'arena_info', id: '{}' },
  { name: 'arena_info', args: '[]' },
  { name: 'arena_info', args: '7' },
  { name: 'arena_info', args: 'null' },
  { name: 'arena_info', headers: { accept: 'text/html' } },
  { name: 'arena_info', headers: { 'mcp-protocol-version': '2025-11-25' } },
  { name: 'arena_info', headers: { 'mcp-method': 'tools/list' } },
  { name: 'arena_info', headers: { 'mcp-name': 'arena_icons' } },
  { name: 'arena_info', headers: { 'mcp-session-id': 'x' } },
];

test.each(others)('$name, id $id, arguments $args, headers $headers: the SDK answers each time', async (message) => {
  // An envelope that is accepted for a call like it must not open the way for this one.
  const envelope = JSON.stringify(meta('one client'));
  await send({ name: 'arena_info' }, envelope);
  const first = await send(message, envelope);
  const second = await send(message, envelope);
  if (message.headers?.['accept'] === undefined) expect(isQuick(second)).toBe(false);
  expect(comparable(second)).toEqual(comparable(first));
});

const badEnvelopes = [
  '{}',
  '{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}',
  JSON.stringify({ ...meta('a'), 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }),
  JSON.stringify({ ...meta('a'), 'io.modelcontextprotocol/clientCapabilities': [] }),
  JSON.stringify({ ...meta('a'), 'io.modelcontextprotocol/clientInfo': { name: 1 } }),
];

test.each(badEnvelopes)('an envelope that the SDK refuses is never known: %s', async (envelope) => {
  for (let i = 0; i < 3; i++) {
    const reply = await send({ name: 'arena_info' }, envelope);
    expect(isQuick(reply)).toBe(false);
    expect(reply.status).toBe(400);
  }
});

test('a number and an object that reads like it are two envelopes', async () => {
  const withText = JSON.stringify({ ...meta('text'), more: { text: '1' } });
  const withNumber = JSON.stringify({ ...meta('text'), more: 1 });
  await send({ name: 'arena_info' }, withText);
  expect(isQuick(await send({ name: 'arena_info' }, withText))).toBe(true);
  expect(isQuick(await send({ name: 'arena_info' }, withNumber))).toBe(false);
});

test('a kept answer goes when what it was made of goes', async () => {
  const text = async (): Promise<string> =>
    textOf(await send({ name: 'arena_universe', args: '{"league":"spot_crypto"}' }, JSON.stringify(meta('fresh'))));
  await text();
  const before = await text();
  expect(await text()).toBe(before);
  await league.advance({ minutes: 5 });
  const after = await text();
  expect(after).not.toBe(before);
  expect(after).toContain('BTC-USD');
});

test('over HTTP: the same answer and the same head, whichever way', async () => {
  const body = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"arena_leagues","_meta":${JSON.stringify(meta('http'))}}}`;
  const heads: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const answer = await post(league, '/mcp', body, { headers: standardHeaders('arena_leagues') });
    const { date: _date, 'x-request-id': _id, ...head } = Object.fromEntries(answer.headers);
    heads.push({ status: answer.status, head, json: answer.json });
  }
  expect(heads[1]).toEqual(heads[0]);
  expect(heads[2]).toEqual(heads[0]);
});
