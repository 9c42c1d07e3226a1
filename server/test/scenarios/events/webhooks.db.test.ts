/**
 * Webhooks on the real app: what is posted and how it is signed, failures and how long they last, who may be posted to. The time between
 * attempts is a number that the test moves; nothing sleeps.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyWebhook, type AgentEvent, type RequestHeaders, type WebhookView } from '../../../../client/src/index.ts';
import type { EventOverrides } from '../../../src/events/open-events.ts';
import { limits } from 'papertape-contract/limits';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A bot maker's server: what came, and what it answers. */
interface Receiver {
  readonly url: string;
  readonly received: Received[];
  answer: (n: number) => { readonly status: number; readonly headers?: Record<string, string>; readonly hold?: true };
  readonly server: Server;
}

async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      const { status, headers, hold } = receiver.answer(received.length);
      if (hold) return;
      response.writeHead(status, headers).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const receiver: Receiver = { url, received, answer: () => ({ status: 204 }), server };
  return receiver;
}

const startMs = Date.parse('2026-11-21T12:00:00Z');
let now = startMs;
let league: League;
let bot: Bot;
let receiver: Receiver;
const events: EventOverrides = { realNow: () => now };
const local = { PAPERTAPE_WEBHOOKS: 'local' };
const run = (): Promise<void> => league.app.runWebhooks();
const eventsOf = ({ body }: Received): AgentEvent[] => (JSON.parse(body) as { events: AgentEvent[] }).events;
const idsReceived = (): string[] => receiver.received.flatMap((r) => eventsOf(r).map((e) => e.id));

beforeEach(async () => {
  now = startMs;
  receiver = await openReceiver();
  league = await openLeague({ env: local, overrides: { events } });
  await league.advance({ minutes: 35 });
  bot = await league.enter();
});
afterEach(async () => {
  receiver.server.closeAllConnections();
  receiver.server.close();
  await league.close();
});

describe('deliveries', () => {
  test('events from then on, signed, in order; the secret is shown once', async () => {
    await bot.weights({ 'ETH-USD': 0.1 });
    expect(await bot.webhook()).toMatchObject({ url: null, state: 'none', secret: null, events: [] });
    const set = await bot.setWebhook(receiver.url);
    expect(set).toMatchObject({
      url: receiver.url,
      state: 'working',
      failures: 0,
      cursor: (await bot.events({ since: 'now' })).next,
    });
    const ack = await bot.weights({ 'ETH-USD': 0.5 });
    await run();
    await league.advance({ minutes: 35 });
    await run();
    expect(idsReceived()).toHaveLength(3);
    expect(idsReceived()).toEqual((await bot.events({ since: set.cursor ?? '' })).events.map((e) => e.id));
    expect(idsReceived()[0]).toBe(`order_received/${ack.order_id}`);
    const [first] = receiver.received;
    const headers = first?.headers ?? {};
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(headers).filter((name) => name.startsWith('papertape'))).toEqual([]);
    const secret = set.secret ?? '';
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const body = first?.body ?? '';
    const check = (given: Partial<{ secret: string; headers: RequestHeaders; body: string; seconds: number }>) =>
      verifyWebhook(given.secret ?? secret, given.headers ?? headers, given.body ?? body, {
        now: () => now + (given.seconds ?? 0) * 1000,
      });
    expect(await check({})).toMatchObject({ agent_id: bot.id, events: [{ type: 'order_received' }] });
    const asFetchHasThem = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    await check({ headers: asFetchHasThem });
    await check({
      headers: { ...headers, 'webhook-signature': `v1,AAAA v2,x ${String(headers['webhook-signature'])}` },
    });
    for (const wrong of [
      { body: `${body} ` },
      { secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
      { secret: 'whsec_' },
      { secret: `${secret}x` },
      { headers: {} },
      { headers: { ...headers, 'webhook-id': 'msg_0' } },
      { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
      { headers: { ...headers, 'webhook-timestamp': 'now' } },
      { headers: { ...headers, 'webhook-signature': 'v1,' } },
      { headers: { ...headers, 'webhook-signature': 'v1,%' } },
      { seconds: 301 },
      { seconds: -301 },
    ])
      await expect(check(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'webhook_invalid' });
    await check({ seconds: 300 });
    expect(await bot.webhook()).toMatchObject({
      secret: null,
      state: 'working',
      reason: null,
      last_status: 204,
      last_delivery_at: '2026-11-21T12:00:00.000Z',
      next_attempt_at: null,
    });
    await bot.setWebhook('');
    await bot.weights({});
    await run();
    expect([idsReceived().length, (await bot.webhook()).state]).toEqual([3, 'none']);
  });

  test('only the types that are wanted, many in several deliveries', async () => {
    await bot.setWebhook(receiver.url, { events: ['order_received'] });
    for (let i = 0; i < limits.webhookEventsPerDeliveryMax + 5; i++) await bot.weights({});
    await league.advance({ minutes: 35 });
    await run();
    expect(receiver.received.map((r) => eventsOf(r).length)).toEqual([limits.webhookEventsPerDeliveryMax, 5]);
    expect(new Set(receiver.received.flatMap((r) => eventsOf(r).map((e) => e.type)))).toEqual(
      new Set(['order_received']),
    );
    const { cursor } = await bot.webhook();
    expect((await bot.events({ since: cursor ?? '' })).events).toEqual([]);
  });

  test('a failure is repeated with the same events, later each time, and a good answer ends it', async () => {
    receiver.answer = (n) =>
      n === 1 ? { status: 500 } : n === 2 ? { status: 302, headers: { location: receiver.url } } : { status: 200 };
    await bot.setWebhook(receiver.url);
    await bot.weights({});
    const waits: number[] = [];
    for (let i = 1; i <= 2; i++) {
      await run();
      const view = await bot.webhook();
      expect(view).toMatchObject({ state: 'retrying', failures: i, reason: `It answered ${i === 1 ? 500 : 302}.` });
      const next = Date.parse(view.next_attempt_at ?? '');
      waits.push(next - now);
      now = next - 1;
      await run();
      expect(receiver.received, 'not before its time').toHaveLength(i);
      now = next;
    }
    expect(waits[0]).toBeGreaterThanOrEqual(3_750);
    expect(waits[0]).toBeLessThanOrEqual(6_250);
    expect(waits[1]).toBeGreaterThanOrEqual(7_500);
    expect(waits[1]).toBeLessThanOrEqual(12_500);
    await league.advance({ minutes: 35 });
    await run();
    expect(receiver.received).toHaveLength(3);
    const ids = idsReceived();
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]]);
    expect(ids[3]).toMatch(/^order_filled/);
    // The second attempt had the same event as the first; the third had the outcome with it.
    const [name, same, other] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([same === name, other === name]).toEqual([true, false]);
    expect(await bot.webhook()).toMatchObject({ state: 'working', failures: 0, reason: null });
  });

  test('after a day of failures it is paused, with the reason; set again it goes on from where it stood', async () => {
    receiver.answer = () => ({ status: 503 });
    const { secret } = await bot.setWebhook(receiver.url);
    const ack = await bot.weights({});
    let tries = 0;
    for (;;) {
      await run();
      tries++;
      const view = await bot.webhook();
      if (view.state === 'paused') break;
      now = Date.parse(view.next_attempt_at ?? '');
    }
    expect(now - startMs).toBeGreaterThanOrEqual(limits.webhookRetryHours * 3_600_000);
    expect(now - startMs).toBeLessThanOrEqual((limits.webhookRetryHours + 1.25) * 3_600_000);
    expect(tries).toBe(receiver.received.length);
    const paused = await bot.webhook();
    expect(paused.reason).toBe(
      'It answered 503. Deliveries are paused; set the webhook again to go on from where it stood.',
    );
    now += 86_400_000;
    await run();
    expect(receiver.received).toHaveLength(tries);
    receiver.answer = () => ({ status: 200 });
    const again = await bot.setWebhook(receiver.url);
    expect(again.secret).not.toBe(secret);
    await run();
    expect(idsReceived().slice(tries)).toEqual([`order_received/${ack.order_id}`]);
  });

  test('410 pauses at once; nobody there is a failure like others', async () => {
    receiver.answer = () => ({ status: 410 });
    await bot.setWebhook(receiver.url);
    await bot.weights({});
    await run();
    expect(await bot.webhook()).toMatchObject({ state: 'paused', last_status: 410 });
    await bot.setWebhook('http://127.0.0.1:1/');
    await run();
    expect(await bot.webhook()).toMatchObject({
      state: 'retrying',
      last_status: null,
      reason: 'It could not be reached.',
    });
  });

  test('a restart goes on where the last good answer was; a delivery broken off by it is no failure', async () => {
    await bot.setWebhook(receiver.url);
    await bot.weights({});
    await run();
    await bot.weights({});
    receiver.answer = () => ({ status: 200, hold: true });
    const broken = run();
    await new Promise<void>((resolve) => {
      receiver.server.on('request', () => resolve());
    });
    const at = league.now();
    await league.stop();
    await broken;
    receiver.answer = () => ({ status: 200 });
    const database = league.database;
    league = await openLeague({ env: local, overrides: { events }, database, start: new Date(at).toISOString() });
    await run();
    const ids = idsReceived();
    expect(ids).toHaveLength(3);
    expect(ids[2]).toBe(ids[1]);
    const view = okJson<WebhookView>(await get(league, `/api/agents/${bot.id}/webhook`, { key: bot.key }));
    expect(view).toMatchObject({ state: 'working', failures: 0 });
  });

  test('setting is repeated by its Idempotency-Key with the same secret; a wrong one changes nothing', async () => {
    const path = `/api/agents/${bot.id}/webhook`;
    const send = (body: unknown, key = '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60') =>
      post(league, path, body, { key: bot.key, headers: { 'idempotency-key': key } });
    const first = okJson<WebhookView>(await send({ url: receiver.url, other: 1 }));
    const again = await send({ url: receiver.url, other: 1 });
    expect(okJson<WebhookView>(again)).toEqual(first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(first.warnings).toEqual(['Unknown member "other" was ignored. Known: url, events.']);
    expectError(await send({ url: receiver.url, events: ['nothing'] }, randomUUID()), 'invalid_field');
    expectError(await send({ url: 5 }, randomUUID()), 'invalid_field');
    expectError(await send({}, randomUUID()), 'missing_field');
    expect((await bot.webhook()).webhook_id).toBe(first.webhook_id);
  });
});

describe('targets that are not public', () => {
  const open = async (resolve: EventOverrides['resolve']): Promise<void> => {
    await league.close();
    league = await openLeague({ overrides: { events: { ...events, ...(resolve ? { resolve } : {}) } } });
    await league.advance({ minutes: 35 });
    bot = await league.enter();
  };

  test('a URL that names one is refused when it is set', async () => {
    await open(undefined);
    for (const url of [
      receiver.url,
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://bot.example.org:22/',
      'https://user:pass@bot.example.org/',
      'https://localhost/',
      `https://bot.example.org/${'x'.repeat(limits.urlCharactersMax)}`,
    ]) {
      const refused = await post(league, `/api/agents/${bot.id}/webhook`, { url }, { key: bot.key });
      expect(expectError(refused, 'invalid_field').detail, url).toMatch(/^url must /);
    }
  });

  test('a name that stood for a public address and now leads inside is refused at the connection', async () => {
    const asked: string[] = [];
    const port = new URL(receiver.url).port;
    let connections = 0;
    receiver.server.on('connection', () => connections++);
    await open(async (hostname) => {
      asked.push(hostname);
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ];
    });
    // The port of the receiver is not one that a public webhook may have: it is put into the row that is read at the start.
    await bot.setWebhook('https://rebound.example.org/');
    const { db } = league.app.deps;
    await db
      .updateTable('intake.webhooks')
      .set({ url: `https://rebound.example.org:${port}/` })
      .execute();
    const at = league.now();
    const database = league.database;
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    await league.stop();
    league = await openLeague({
      overrides: { events: { ...events, resolve } },
      database,
      start: new Date(at).toISOString(),
    });
    okJson(await post(league, `/api/agents/${bot.id}/weights`, { date: '2026-03-02', weights: {} }, { key: bot.key }));
    await run();
    expect(asked).toEqual(['rebound.example.org']);
    expect(connections).toBe(0);
    const view = okJson<WebhookView>(await get(league, `/api/agents/${bot.id}/webhook`, { key: bot.key }));
    expect(view).toMatchObject({ state: 'retrying', reason: 'Its name stands for an address that is not public.' });
  });
});
