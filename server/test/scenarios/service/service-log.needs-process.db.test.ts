/** The log of the real service, line by line: what it tells from the start to the stop, and that nothing secret stands in it at any level. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { endAll, launch, startService, until, type Service } from '../../acceptance/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { get, post, type Answer } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { logLines, saying, type LogLine } from '../../harness/log-lines.ts';
import { operate } from '../../harness/operator.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await endAll();
  await database.drop();
});

const quick = {
  PAPERTAPE_CLOCK_START: '2026-03-01T23:30:00Z',
  PAPERTAPE_CLOCK_SPEED: '300',
  PAPERTAPE_PRICES: 'simulated:7',
};

const maker = {
  name: 'Planted',
  company: 'Test Works',
  contact: 'planted-contact@mail.example',
  country: 'CA',
  league: 'spot_crypto',
};

/** Stops it. @returns every line that it wrote. */
async function linesOf(service: Service): Promise<LogLine[]> {
  await service.stop();
  const { stdout, stderr } = await service.exited;
  expect(stderr).toBe('');
  return logLines(stdout);
}

async function markAfter(url: string, mark: string): Promise<void> {
  const client = createClient({ baseUrl: url });
  await until(`the mark ${mark}`, async () => ((await client.status()).last_mark ?? '') >= mark || undefined, 100);
}

test('from the start to the stop: settings, ready, closes, what the operator did, refusals, the reason', async () => {
  const service = await startService({
    ...database.env,
    ...quick,
    PAPERTAPE_LOG: 'info',
    PAPERTAPE_PROXY: 'mistyped',
    PAPERTAPE_RPC_1: 'https://rpc.example/v2/abcdefghijklmnop',
  });
  const seat = await createClient({ baseUrl: service.url }).register(maker);
  const asked = await get(service, '/api/nowhere');
  const unknown = await get(service, `/api/agents/${seat.agent_id}/state`, { key: 'ptk_wrong' });
  expect([asked.status, unknown.status]).toEqual([404, 401]);
  await operate({ database }, 'suspend', 'DOGE-USD', '--reason', 'Its pools are being moved.');
  await markAfter(service.url, '2026-03-02T00:05:00.000Z');
  // On a busy machine the command takes longer than the league takes until its close.
  const client = createClient({ baseUrl: service.url });
  const isSuspended = async () =>
    (await client.status()).incidents.some(({ kind }) => kind === 'suspended') || undefined;
  await until('the act of the operator', isSuspended, 100);
  const lines = await linesOf(service);
  expect(lines.map((line) => line.message)).toEqual(
    expect.arrayContaining(['start', 'settings', 'unknown setting', 'ready']),
  );
  expect(lines.slice(0, 4).map((line) => line.message)).toEqual(['start', 'settings', 'unknown setting', 'ready']);
  const [start, settings, mistyped, ready] = lines;
  expect(start).toMatchObject({ level: 'info', version: expect.any(String), pid: service.pid });
  expect(settings).toMatchObject({
    PAPERTAPE_CLOCK_SPEED: '300',
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_RPC_1: '[secret]',
    ...(database.env['DATABASE_URL'] === undefined ? {} : { DATABASE_URL: '[secret]' }),
  });
  // What is set as it is by default is no news.
  expect(settings).not.toHaveProperty('PAPERTAPE_LOG');
  expect(mistyped).toMatchObject({ level: 'warn', name: 'PAPERTAPE_PROXY' });
  expect(ready).toMatchObject({ url: service.url, clock: 'scaled', speed: 300, ms: expect.any(Number) });
  const close = {
    level: 'info',
    close: '2026-03-02T00:00:00.000Z',
    league: 'spot_crypto',
    bots: 1,
    ms: expect.any(Number),
  };
  expect(saying(lines, 'close')).toContainEqual(expect.objectContaining(close));
  const act = { action: 'suspend', about: 'DOGE-USD', reason: 'Its pools are being moved.' };
  expect(saying(lines, 'act of the operator')).toEqual([expect.objectContaining(act)]);
  expect(saying(lines, 'incident')).toContainEqual(
    expect.objectContaining({ level: 'info', kind: 'suspended', about: 'DOGE-USD', by: 'operator' }),
  );
  // Told once a minute. But for what a busy machine refuses, which was sent again.
  const refused = new Map<string, number>();
  for (const line of saying(lines, 'refusals'))
    for (const [code, n] of Object.entries(line))
      if (typeof n === 'number' && code !== 'time') refused.set(code, (refused.get(code) ?? 0) + n);
  const overloaded = refused.get('overloaded') ?? 0;
  expect([refused.get('total'), refused.get('not_found'), refused.get('malformed_key')]).toEqual([
    2 + overloaded,
    1,
    1,
  ]);
  expect(saying(lines, 'stop')).toMatchObject([{ why: 'SIGTERM' }]);
  expect(lines.at(-1)).toMatchObject({ message: 'stopped' });
  expect(saying(lines, 'mark')).toEqual([]);
  expect(saying(lines, 'request')).toEqual([]);
});

test('marks that were missed are caught up, and said to be', async () => {
  const start = Math.floor((Date.now() - 2 * 3_600_000) / 300_000) * 300_000;
  const league = await openLeague({ clock: 'real', start: new Date(start + 1_000).toISOString(), database });
  await league.advance({ minutes: 6 });
  await league.stop();
  const service = await startService({ ...database.env, PAPERTAPE_LOG: 'debug', PAPERTAPE_PRICES: 'simulated:7' });
  const newest = new Date(Math.floor(Date.now() / 300_000) * 300_000).toISOString();
  await markAfter(service.url, newest);
  const lines = await linesOf(service);
  const from = new Date(start + 600_000).toISOString();
  const [begun] = saying(lines, 'catching up');
  const [done] = saying(lines, 'caught up');
  expect(begun).toMatchObject({ level: 'info', from, marks: expect.any(Number) });
  expect(begun?.['marks']).toBeGreaterThanOrEqual(22);
  expect(done).toMatchObject({ from, to: begun?.['to'], marks: begun?.['marks'], ms: expect.any(Number) });
  // All but the newest, which is known to be in time or late when the next one is done.
  const late = saying(lines, 'late marks').reduce((sum, line) => sum + Number(line['marks']), 0);
  expect(late).toBeGreaterThanOrEqual(21);
  expect(saying(lines, 'mark').reduce((sum, line) => sum + Number(line['marks']), 0)).toBeGreaterThanOrEqual(22);
});

test('a start that fails says so, in the log and on standard error', async () => {
  const { code, stdout, stderr } = await launch(['serve'], { DATA_DIR: '/dev/null/data', PAPERTAPE_LOG: 'info' })
    .exited;
  expect(code).toBe(2);
  const lines = logLines(stdout);
  expect(lines.map((line) => line.message)).toEqual(['start', 'settings', 'failed']);
  expect(stderr).toContain(String(lines.at(-1)?.['error']));
});

describe('with every line that there is', () => {
  const secrets = {
    PAPERTAPE_HOUSE_TOKEN: 'planted-house-token-of-thirty-two-and-more',
    PAPERTAPE_SMTP_URL: 'smtp://league:planted-smtp-password@127.0.0.1:1',
    PAPERTAPE_RPC_1: 'https://rpc.example/v2/planted-endpoint-key?key=planted-query-key',
  };

  test('no secret, key, mail address, contact or address of a client is in it', async () => {
    const service = await startService({
      ...database.env,
      ...quick,
      ...secrets,
      PAPERTAPE_MAIL_FROM: 'planted-sender@mail.example',
      PAPERTAPE_SECURITY_CONTACT: 'mailto:planted-security@mail.example',
      PAPERTAPE_PROXIES: '127.0.0.1',
      PAPERTAPE_WEBHOOKS: 'local',
      PAPERTAPE_LOG: 'debug',
      PAPERTAPE_ACCESS_LOG: 'on',
      PAPERTAPE_SLOW_STATEMENT_MS: '0',
    });
    const { url } = service;
    const seat = await createClient({ baseUrl: url }).register(maker);
    const me = createClient({ baseUrl: url, agentId: seat.agent_id, apiKey: seat.api_key });
    const hook = await me.setWebhook('http://127.0.0.1:1/planted-hook-path');
    await me.weights({ 'BTC-USD': 0.5 });
    const client = { 'X-Forwarded-For': '203.0.113.77' };
    const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      get(service, path, { headers: { ...client, ...headers } });
    // Whatever clients put where it does not belong.
    await ask(`/api/agents/${seat.api_key}?api_key=${seat.api_key}`);
    await ask('/api/agents/planted-path@mail.example/state?mail=planted-query@mail.example');
    await ask('/recover/planted-recover-token');
    await ask('/contact/planted-contact-token');
    await ask('/api/leaderboard?league=spot_crypto');
    await ask('/api/status', { Authorization: `Bearer ${secrets.PAPERTAPE_HOUSE_TOKEN}` });
    await ask('/api/status', { Authorization: 'Basic cGxhbnRlZDpwbGFudGVkLWJhc2lj' });
    const tell = (path: string, body: unknown): Promise<Answer> =>
      post(service, path, body, { key: seat.api_key, headers: client });
    await tell('/api/agents/recover-key', { agent_id: seat.agent_id, contact: maker.contact });
    await tell('/api/agents/register', { ...maker, contact: 'planted-other@mail.example' });
    await tell('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'arena_state', arguments: { api_key: seat.api_key } },
    });
    await operate({ database }, 'suspend', 'DOGE-USD', '--reason', 'Ask planted-operator@mail.example.');
    const { time } = await me.status();
    await markAfter(url, new Date(Math.floor(Date.parse(time) / 300_000) * 300_000 + 300_000).toISOString());
    const lines = await linesOf(service);
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    for (const planted of [
      'planted-',
      seat.api_key,
      hook.secret ?? 'no secret',
      '203.0.113.77',
      'cGxhbnRlZDpwbGFudGVkLWJhc2lj',
    ])
      expect(text).not.toContain(planted);
    // They were all there to be leaked, and what was said of them is.
    expect(text).toContain('[mail]');
    expect(saying(lines, 'slow statement').map((line) => line['thread'])).toEqual(
      expect.arrayContaining(['requests', 'engine']),
    );
    const requests = saying(lines, 'request');
    expect(requests.length).toBeGreaterThanOrEqual(10);
    expect(requests).toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/recover/…', client: expect.stringMatching(/^[\w-]{12}$/) }),
    );
    expect(requests).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: `/api/agents/${seat.agent_id}/weights`,
        status: 200,
        agent_id: seat.agent_id,
      }),
    );
    // One name for whoever came by the proxy, and another for who did not.
    expect(new Set(requests.map((line) => line['client'])).size).toBe(2);
  });
});
