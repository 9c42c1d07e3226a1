/** /mcp with clients that are not ours: the SDK of today and the one before it, from registration to the leaderboard. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
});
afterAll(() => league.close());

type Content = Readonly<Record<string, unknown>>;

interface Face {
  readonly listTools: () => Promise<{ tools: { name: string; outputSchema?: unknown; inputSchema: unknown }[] }>;
  readonly call: (name: string, args?: Content) => Promise<{ failed: boolean; content: Content; text: string }>;
  readonly read: (uri: string) => Promise<Content>;
  readonly prompt: (args: Record<string, string>) => Promise<string>;
  readonly version: () => string | undefined;
  readonly close: () => Promise<void>;
}

interface AnyClient {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<unknown>;
  listTools(): Promise<unknown>;
  close(): Promise<void>;
}

function face(client: AnyClient, version: () => string | undefined): Face {
  return {
    listTools: async () => (await client.listTools()) as Awaited<ReturnType<Face['listTools']>>,
    async call(name, args = {}) {
      const r = (await client.callTool({ name, arguments: args })) as {
        isError?: boolean;
        structuredContent: Content;
        content: { text: string }[];
      };
      return { failed: r.isError === true, content: r.structuredContent, text: r.content[0]!.text };
    },
    async read(uri) {
      const r = (await client.readResource({ uri })) as { contents: { text: string }[] };
      return JSON.parse(r.contents[0]!.text) as Content;
    },
    async prompt(args) {
      const r = (await client.getPrompt({ name: 'how_to_enter', arguments: args })) as {
        messages: { content: { text: string } }[];
      };
      return r.messages[0]!.content.text;
    },
    version,
    close: () => client.close(),
  };
}

const clients: Readonly<Record<string, (headers?: Record<string, string>) => Promise<Face>>> = {
  'the SDK of today': async (headers = {}) => {
    const client = new ModernClient({ name: 'test', version: '1' });
    await client.connect(new ModernTransport(new URL(`${league.url}/mcp`), { requestInit: { headers } }));
    return face(client as unknown as AnyClient, () => client.getNegotiatedProtocolVersion());
  },
  'the SDK of today, of its newest revision': async (headers = {}) => {
    const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new ModernTransport(new URL(`${league.url}/mcp`), { requestInit: { headers } }));
    return face(client as unknown as AnyClient, () => client.getNegotiatedProtocolVersion());
  },
  'the SDK before it': async (headers = {}) => {
    const client = new OlderClient({ name: 'test', version: '1' });
    const transport = new OlderTransport(new URL(`${league.url}/mcp`), { requestInit: { headers } });
    // Its types were not made with exactOptionalPropertyTypes.
    await client.connect(transport as unknown as Parameters<OlderClient['connect']>[0]);
    return face(client as unknown as AnyClient, () => transport.protocolVersion);
  },
};

const names = [
  'arena_info',
  'arena_register',
  'arena_submit_weights',
  'arena_status',
  'arena_check',
  'arena_round_tasks',
  'arena_submit_answers',
  'arena_try_round',
  'arena_round_results',
  'arena_universe',
  'arena_prices',
  'arena_leagues',
  'arena_leaderboard',
  'arena_agent',
  'arena_orders',
  'arena_events',
  'arena_validate',
  'arena_profile',
  'arena_icons',
  'arena_rotate_key',
  'arena_proofs',
  'arena_showcase_read',
  'arena_showcase_post',
  'arena_showcase_vote',
];

describe.each(Object.keys(clients))('%s', (client) => {
  test('registers, checks, orders, is filled and stands on the board; every answer is of its schema', async () => {
    const mcp = await clients[client]!();
    const { tools } = await mcp.listTools();
    expect(tools.map((t) => t.name)).toEqual(names);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const checks = new Map(tools.map((t) => [t.name, ajv.compile(t.outputSchema as object)]));
    const call = async (name: string, args: Content = {}): Promise<Record<string, unknown>> => {
      const { failed, content, text } = await mcp.call(name, args);
      expect(failed, text).toBe(false);
      // The answer stands there once, and what is beside it is one line.
      expect(text).toMatch(/^.{1,700}$/);
      const check = checks.get(name)!;
      expect(check(content), `${name}: ${JSON.stringify(check.errors)}`).toBe(true);
      return content;
    };

    expect((await call('arena_info'))['orders_open']).toBe(true);
    expect((await call('arena_leagues'))['leagues']).toHaveLength(34);
    expect((await call('arena_leagues', { details: true }))['topics']).toHaveLength(12);
    const open = (await call('arena_leagues', { open_only: true }))['leagues'] as { orders_open: boolean }[];
    expect(open.length).toBeGreaterThan(0);
    expect(open.every((l) => l.orders_open)).toBe(true);
    expect(JSON.stringify(await call('arena_universe', { league: 'spot_crypto' }))).toContain('BTC-USD');
    expect((await call('arena_validate', { league: 'spot_crypto', symbol: 'BTC-USD' }))['valid']).toBe(true);
    const past = await call('arena_prices', { league: 'spot_crypto', every: '5m' });
    expect(Object.keys((past['series'] as object[])[0] ?? {})).toEqual(['symbol', 'close', 'gaps']);
    expect((await call('arena_icons'))['presets']).not.toHaveLength(0);
    const name = `Bot of ${client}`.slice(0, 40);
    const seat = await call('arena_register', {
      name,
      company: 'Works',
      contact: `${client.length}@example.test`,
      country: 'CA',
      league: 'spot_crypto',
    });
    expect(seat['api_key']).toMatch(/^ptk_/);
    const own = { agent_id: seat['agent_id'], api_key: seat['api_key'] };
    expect((await call('arena_check', own))['ok']).toBe(true);
    const weights = { 'BTC-USD': 0.5, 'ETH-USD': 0.25 };
    expect((await call('arena_submit_weights', { ...own, weights, preview: true }))['trades']).not.toHaveLength(0);
    const order = await call('arena_submit_weights', { ...own, weights, reason: 'because', idempotency_key: 'one' });
    const again = await call('arena_submit_weights', { ...own, weights, reason: 'because', idempotency_key: 'one' });
    expect(again['order_id']).toBe(order['order_id']);
    expect((await call('arena_status', { ...own, order_id: order['order_id'] }))['state']).toBe('pending');
    await league.advance({ minutes: 40 });
    const filled = await call('arena_status', { ...own, order_id: order['order_id'] });
    expect(filled['state'], String(filled['message'])).toBe('filled');
    expect((await call('arena_status', own))['holdings']).not.toEqual({});
    await call('arena_profile', { ...own, icon: '🦊', description: 'A fox.', open_strategy_url: null });
    for (const part of ['profile', 'trades', 'equity', 'positions', 'statistics'])
      await call('arena_agent', { agent_id: own.agent_id, part });
    const fill = await call('arena_proofs', { order_id: order['order_id'] });
    expect(fill).toMatchObject({ format: 'papertape-fill-proof/1', agent_id: own.agent_id });
    expect(await call('arena_proofs', { of: 'order', order_id: order['order_id'] })).toHaveProperty('receipt');
    expect(await call('arena_proofs', { of: 'bot', agent_id: own.agent_id })).toHaveProperty('closes');
    const orders = (await call('arena_orders', own))['orders'] as { order_id: string }[];
    expect(orders.map((o) => o.order_id)).toContain(order['order_id']);
    const events = (await call('arena_events', own))['events'] as { type: string }[];
    expect(events.map((e) => e.type)).toContain('order_filled');
    const { api_key: key } = await call('arena_rotate_key', own);
    expect(key).toMatch(/^ptk_/);
    expect((await mcp.call('arena_status', own)).content).toMatchObject({ error: { code: 'unknown_key' } });
    expect((await call('arena_status', { api_key: key }))['agent_id']).toBe(own.agent_id);
    const board = await call('arena_leaderboard', { league: 'spot_crypto', per_page: 100 });
    const row = (board['rows'] as { name: string; icon: string; trades: number; line?: unknown }[]).find(
      (r) => r.name === name,
    );
    expect(row).toMatchObject({ icon: '🦊', trades: 0 });
    expect(row).not.toHaveProperty('line');
    const [first] = (await call('arena_leaderboard', { league: 'spot_crypto', lines: true }))['rows'] as {
      line: unknown;
    }[];
    expect(first).toHaveProperty('line');

    expect((await mcp.read('arena://rules'))['version']).toBe('1.0');
    expect((await mcp.read('arena://leagues'))['leagues']).toHaveLength(34);
    expect((await mcp.read('arena://leaderboard/spot_crypto'))['league']).toBe('spot_crypto');
    expect(await mcp.prompt({ league: 'crypto_l1', name: 'Fox' })).toContain('"crypto_l1"');
    await mcp.close();
  });
});

test('after the close the board shows what their orders made', async () => {
  await league.advanceTo('2026-03-03T00:05:00Z');
  const mcp = await clients['the SDK of today']!();
  const { content } = await mcp.call('arena_leaderboard', { league: 'spot_crypto' });
  const rows = content['rows'] as { name: string; trades: number; value_usd: number; rank: number }[];
  expect(rows.filter((r) => r.name.startsWith('Bot of')).map((r) => r.trades)).toEqual([2, 2, 2]);
  expect(rows[0]?.value_usd).not.toBe(100_000);
  await mcp.close();
});

test('each client speaks the revision that it knows', async () => {
  const spoken: (string | undefined)[] = [];
  for (const open of Object.values(clients)) {
    const mcp = await open();
    spoken.push(mcp.version());
    await mcp.close();
  }
  expect(spoken).toEqual(['2025-11-25', '2026-07-28', '2025-11-25']);
});

test('the key of the connection is enough; with another one as argument neither is taken', async () => {
  const [bot, other] = [await league.enter(), await league.enter()];
  const mcp = await clients['the SDK before it']!({ authorization: `Bearer ${bot.key}` });
  expect((await mcp.call('arena_status', { agent_id: bot.id })).content['agent_id']).toBe(bot.id);
  expect((await mcp.call('arena_status', { agent_id: bot.id, api_key: bot.key })).failed).toBe(false);
  const mixed = await mcp.call('arena_status', { agent_id: bot.id, api_key: other.key });
  expect(mixed.failed).toBe(true);
  expect(mixed.content).toMatchObject({ error: { code: 'invalid_field' } });
  expect(mixed.text).not.toContain('ptk_');
  expect((await mcp.call('arena_status', { agent_id: other.id })).content).toMatchObject({
    error: { code: 'wrong_bot' },
  });
  await mcp.close();
});
