/**
 * Webhooks of the real process over TLS: it trusts the authorities of its runtime and those that its operator adds with
 * NODE_EXTRA_CA_CERTS, and no proxy of its environment is asked.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createClient, verifyWebhook, type WebhookView } from '../../../client/src/index.ts';
import { createAuthority } from '../harness/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { endAll, startService, until } from './service-process.ts';

let database: TestDatabase | undefined;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await endAll();
  await database?.drop();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('an authority is trusted when the operator adds it; a proxy of the environment hears nothing', async () => {
  const authority = createAuthority();
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = createTlsServer(authority.issue({ names: ['localhost'] }), (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(204).end();
    });
  });
  const port = await listen(receiver);
  let asked = 0;
  const proxy = await listen(
    createServer((socket) => {
      asked++;
      socket.destroy();
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'papertape-authority-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'authority.pem'), authority.cert);

  database = await createTestDatabase();
  const proxyUrl = `http://127.0.0.1:${proxy}`;
  const env = {
    ...database.env,
    PAPERTAPE_WEBHOOKS: 'local',
    // Node's own switch for the three after it.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    ALL_PROXY: proxyUrl,
  };
  const service = await startService(env);
  const seat = await createClient({ baseUrl: service.url }).register({
    name: 'Listener',
    company: 'Test Works',
    contact: 'listener@example.test',
    country: 'CA',
    league: 'spot_crypto',
  });
  const botOf = (baseUrl: string) => createClient({ baseUrl, agentId: seat.agent_id, apiKey: seat.api_key });
  const stateIs = async (bot: ReturnType<typeof botOf>, state: WebhookView['state']): Promise<WebhookView> =>
    await until(`the webhook is ${state}`, async () => {
      const view = await bot.webhook();
      return view.state === state && view.last_attempt_at !== null ? view : undefined;
    });
  const url = `https://localhost:${port}/`;
  await botOf(service.url).setWebhook(url);
  await botOf(service.url).weights({ 'ETH-USD': 0.1 });
  const refused = await stateIs(botOf(service.url), 'retrying');
  expect(refused.reason).toMatch(/^Its TLS certificate comes from no authority that the service trusts/);
  expect(received).toEqual([]);
  await service.stop();

  const trusting = await startService({ ...env, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
  // What the first process could not deliver may go out before the webhook is set anew: with the earlier secret.
  const { secret } = await botOf(trusting.url).setWebhook(url);
  await botOf(trusting.url).weights({ 'ETH-USD': 0.2 });
  const delivery = await until('a delivery of the new secret', async () => {
    for (const { headers, body } of received) {
      const checked = await verifyWebhook(secret ?? '', headers, body).catch(() => undefined);
      if (checked) return checked;
    }
    return undefined;
  });
  expect(delivery.agent_id).toBe(seat.agent_id);
  expect(delivery.events.map((e) => e.type)).toContain('order_received');
  expect((await stateIs(botOf(trusting.url), 'working')).reason).toBeNull();
  expect(asked).toBe(0);
  await trusting.stop();
});
