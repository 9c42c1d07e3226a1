/**
 * Webhooks over TLS: a real https server whose certificate comes from an authority of this test, found under a name of this test. What
 * the bot is told when TLS does not come about; a name that changes between two deliveries; new secrets; a day of failures.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookView } from '../../../../client/src/index.ts';
import { limits } from 'papertape-contract/limits';
import { signedHeaders } from '../../../src/events/webhook-signature.ts';
import { createAuthority, type Certificate } from '../../harness/certificates.ts';
import { get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { examplesOf, repository } from '../../harness/markdown.ts';

const host = 'bot.example.test';
const authority = createAuthority();
const good = authority.issue({ names: [host] });

interface Receiver {
  readonly port: number;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Names that connections asked for (SNI). */
  readonly asked: unknown[];
  connections: number;
  answer: { readonly status: number; readonly headers?: Record<string, string> };
  readonly server: Server | TlsServer;
}

let receivers: Receiver[] = [];
async function receive(certificate: Certificate | undefined): Promise<Receiver> {
  const server = certificate ? createServer({ ...certificate }) : createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = { port, received: [], asked: [], connections: 0, answer: { status: 204 }, server };
  server.on('connection', () => receiver.connections++);
  server.on('secureConnection', (socket: { readonly servername?: unknown }) => receiver.asked.push(socket.servername));
  server.on('request', (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(receiver.answer.status, receiver.answer.headers).end();
    });
  });
  receivers.push(receiver);
  return receiver;
}

/** What docs/bots/events.md gives to copy, as it stands there. */
let isSigned: (secret: string, headers: IncomingHttpHeaders, body: string) => boolean;
let folder: string;
beforeAll(async () => {
  const example = examplesOf(readFileSync(join(repository, 'docs/bots/events.md'), 'utf8')).find((e) =>
    e.code.includes('export function isSigned'),
  );
  folder = mkdtempSync(join(tmpdir(), 'papertape-receiver-'));
  const file = join(folder, 'is-signed.mjs');
  writeFileSync(file, example?.code ?? '');
  ({ isSigned } = (await import(pathToFileURL(file).href)) as { isSigned: typeof isSigned });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Real time and what the test adds to it: the documented lines compare with the real clock. */
let later = 0;
let league: League;
let bot: Bot;
beforeEach(async () => {
  later = 0;
  receivers = [];
  league = await openLeague({
    env: { PAPERTAPE_WEBHOOKS: 'local' },
    overrides: {
      events: {
        realNow: () => Date.now() + later,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        authority: authority.cert,
      },
    },
  });
  await league.advance({ minutes: 35 });
  bot = await league.enter();
});
afterEach(async () => {
  for (const { server } of receivers) {
    server.closeAllConnections();
    server.close();
  }
  await league.close();
});

const run = (): Promise<void> => league.app.runWebhooks();

/** Goes on until the next attempt. @returns how it stands then. */
async function tryAgain(): Promise<WebhookView> {
  const { next_attempt_at: next } = await bot.webhook();
  later = Date.parse(next ?? '') - Date.now();
  await run();
  return await bot.webhook();
}

test('delivered under its name, signed as documented; a new secret signs from then on', async () => {
  const receiver = await receive(good);
  const url = `https://${host}:${receiver.port}/papertape`;
  const first = (await bot.setWebhook(url)).secret ?? '';
  await bot.weights({});
  await run();
  const second = (await bot.setWebhook(url)).secret ?? '';
  await bot.weights({});
  await run();
  expect(receiver.asked).toEqual([host, host]);
  expect(receiver.received.map((r) => r.headers.host)).toEqual([
    `${host}:${receiver.port}`,
    `${host}:${receiver.port}`,
  ]);
  const signedBy = (secret: string): boolean[] =>
    receiver.received.map(({ headers, body }) => isSigned(secret, headers, body));
  expect([signedBy(first), signedBy(second)]).toEqual([
    [true, false],
    [false, true],
  ]);
  const { headers, body } = receiver.received[1]!;
  // The library that the standard's authors keep.
  expect(new Webhook(second).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  expect(isSigned(second, headers, `${body} `)).toBe(false);
  expect(isSigned(second, {}, body)).toBe(false);
  const signedAgo = (seconds: number): IncomingHttpHeaders =>
    signedHeaders(second, { id: 'msg_1', seconds: Math.floor(Date.now() / 1000) - seconds, body });
  expect([isSigned(second, signedAgo(290), body), isSigned(second, signedAgo(310), body)]).toEqual([true, false]);
  expect(await bot.webhook()).toMatchObject({ state: 'working', last_status: 204, reason: null });
});

test('what is wrong with TLS is told in words', async () => {
  const stranger = createAuthority('Somebody else');
  const table: readonly (readonly [Certificate | undefined, RegExp])[] = [
    [authority.issue({ names: [host], fromDays: -20, toDays: -1 }), /^Its TLS certificate has expired\.$/],
    [authority.issue({ names: [host], fromDays: 1, toDays: 20 }), /^Its TLS certificate is not valid yet\.$/],
    [authority.issue({ names: ['other.example.test'] }), /^Its TLS certificate is for another name\.$/],
    [stranger.issue({ names: [host] }), /^Its TLS certificate comes from no authority that the service trusts/],
    [undefined, /^It does not speak TLS that the service takes/],
  ];
  for (const [certificate, reason] of table) {
    const receiver = await receive(certificate);
    await bot.setWebhook(`https://${host}:${receiver.port}/`);
    await bot.weights({});
    await run();
    const view = await bot.webhook();
    expect(view, String(reason)).toMatchObject({ state: 'retrying', last_status: null, failures: 1 });
    expect(view.reason).toMatch(reason);
    expect([receiver.connections, receiver.received.length], String(reason)).toEqual([1, 0]);
  }
});

test('a redirect leads nowhere', async () => {
  const other = await receive(good);
  const receiver = await receive(good);
  receiver.answer = { status: 307, headers: { location: `https://${host}:${other.port}/` } };
  await bot.setWebhook(`https://${host}:${receiver.port}/`);
  await bot.weights({});
  await run();
  expect(await bot.webhook()).toMatchObject({ state: 'retrying', last_status: 307, reason: 'It answered 307.' });
  expect([receiver.received.length, other.connections]).toEqual([1, 0]);
});

test('a certificate that stays expired pauses it after a day; renewed and set again it goes on; /metrics counts', async () => {
  const receiver = await receive(authority.issue({ names: [host], fromDays: -20, toDays: -1 }));
  const url = `https://${host}:${receiver.port}/`;
  await bot.setWebhook(url);
  const ack = await bot.weights({});
  await run();
  const start = Date.now();
  let tries = 1;
  let view = await bot.webhook();
  while (view.state === 'retrying') {
    view = await tryAgain();
    tries++;
  }
  expect(view).toMatchObject({
    state: 'paused',
    failures: tries,
    reason:
      'Its TLS certificate has expired. Deliveries are paused; set the webhook again to go on from where it stood.',
  });
  expect(Date.now() + later - start).toBeGreaterThanOrEqual(limits.webhookRetryHours * 3_600_000 - 60_000);
  const figures = async (): Promise<string> => (await get(league, '/metrics')).text;
  const paused = await figures();
  expect(paused).toContain(`\npapertape_webhook_deliveries_total{outcome="failed"} ${tries}\n`);
  expect(paused).toContain(`\npapertape_webhook_retries_total ${tries - 1}\n`);
  for (const line of [
    'papertape_webhook_pauses_total 1',
    'papertape_webhooks{state="paused"} 1',
    'papertape_webhook_queue 0',
  ])
    expect(paused).toContain(`\n${line}\n`);

  (receiver.server as TlsServer).setSecureContext({ ...good });
  await bot.setWebhook(url);
  expect(await figures()).toContain('\npapertape_webhook_queue 1\n');
  await run();
  expect(receiver.received.map((r) => JSON.parse(r.body) as unknown)).toMatchObject([
    { events: [{ id: `order_received/${ack.order_id}` }] },
  ]);
  expect(await figures()).toContain('\npapertape_webhook_deliveries_total{outcome="taken"} 1\n');
  expect(await figures()).toContain('\npapertape_webhooks{state="working"} 1\n');
});

test('a name that is public at one delivery and leads inside at the next is looked up once for each, and refused', async () => {
  const receiver = await receive(good);
  await league.close();
  // No socket takes this address of another family: the attempt at it ends at once, and leaves the machine never.
  const outside = { address: '93.184.216.34', family: 6 };
  const answers = [[outside], [{ address: '127.0.0.1', family: 4 }]];
  const asked: string[] = [];
  const events = {
    realNow: () => Date.now() + later,
    authority: authority.cert,
    resolve: async (name: string) => {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    },
  };
  league = await openLeague({ overrides: { events } });
  bot = await league.enter();
  await bot.setWebhook(`https://${host}/`);
  expect(asked).toEqual([]);
  // The port of the receiver is none that a public webhook may have: it is put into the row that is read at the start.
  const { db } = league.app.deps;
  await db
    .updateTable('intake.webhooks')
    .set({ url: `https://${host}:${receiver.port}/` })
    .execute();
  const { database } = league;
  await league.stop();
  league = await openLeague({ database, overrides: { events } });
  const webhook = async (): Promise<WebhookView> =>
    okJson(await get(league, `/api/agents/${bot.id}/webhook`, { key: bot.key }));
  okJson(await post(league, `/api/agents/${bot.id}/weights`, { date: '2026-03-02', weights: {} }, { key: bot.key }));
  await run();
  const before = await webhook();
  expect(before).toMatchObject({ state: 'retrying', reason: 'It could not be reached.' });
  later = Date.parse(before.next_attempt_at ?? '') - Date.now();
  await run();
  expect(await webhook()).toMatchObject({ failures: 2, reason: 'Its name stands for an address that is not public.' });
  expect(asked).toEqual([host, host]);
  expect(receiver.connections).toBe(0);
});
