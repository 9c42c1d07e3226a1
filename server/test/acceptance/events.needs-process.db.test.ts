/**
 * Events and kill -9: the real process dies and comes back while a bot listens with the real client and has its events posted. The
 * stream gives every event once; the webhook gets each at least once, in order.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient, verifyWebhook, type AgentEvent } from '../../../client/src/index.ts';
import { freePort } from '../harness/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { endAll, startService, until } from './service-process.ts';

const kills = 3;
const ordersPerLife = 4;

let database: TestDatabase | undefined;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await endAll();
  await database?.drop();
});

test(`${kills} times kill -9: a stream loses nothing and repeats nothing, a webhook loses nothing`, async () => {
  const posted: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      posted.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => receiver.close());

  database = await createTestDatabase();
  const port = await freePort();
  const env = {
    ...database.env,
    PORT: String(port),
    PAPERTAPE_PRICES: 'simulated:events',
    PAPERTAPE_CLOCK_START: '2026-03-02T20:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '7200',
    PAPERTAPE_WEBHOOKS: 'local',
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  const sleep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
  let service = await startService(env);
  const seat = await createClient({ baseUrl }).register({
    name: 'Listener',
    company: 'Test Works',
    contact: 'listener@example.test',
    country: 'CA',
    league: 'spot_crypto',
  });
  const bot = createClient({
    baseUrl,
    agentId: seat.agent_id,
    apiKey: seat.api_key,
    sleep,
    attemptsMax: 500,
    retryWaitMsMax: Infinity,
  });
  const { secret } = await bot.setWebhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);

  const heard: AgentEvent[] = [];
  const end = new AbortController();
  cleanups.push(() => end.abort());
  const listening = (async () => {
    for await (const event of bot.stream({ signal: end.signal })) heard.push(event);
  })();

  const sent: string[] = [];
  for (let life = 0; life <= kills; life++) {
    for (let i = 0; i < ordersPerLife; i++) sent.push((await bot.weights({ 'ETH-USD': i / 10 })).order_id);
    if (life === kills) break;
    // The last one may be under way when the process dies: it is sent again by its key, and is one order.
    const order = bot.weights({ 'BTC-USD': life / 10 });
    const before = heard.length;
    if (life % 2 === 0) await until('it hears more', async () => (heard.length > before ? true : undefined), 1);
    service.kill('SIGKILL');
    await service.exited;
    service = await startService(env);
    sent.push((await order).order_id);
  }
  await until('all orders are decided', async () => ((await bot.state()).pending.length === 0 ? true : undefined));
  const all: AgentEvent[] = [];
  const readAll = async (): Promise<void> => {
    for (let since: string | undefined = all.at(-1)?.cursor; ;) {
      const page = await bot.events({ since, limit: 100 });
      all.push(...page.events);
      if (!page.more) return;
      since = page.next;
    }
  };
  await readAll();
  const postedIds = (): string[] =>
    posted.flatMap((p) => (JSON.parse(p.body) as { events: AgentEvent[] }).events.map((e) => e.id));
  await until('the stream has it all', async () => (heard.length >= all.length ? true : undefined));
  await until('the webhook has it all', async () => (new Set(postedIds()).size >= all.length ? true : undefined));
  // Closes go on: what came meanwhile is not looked at.
  const known = new Set(all.map((e) => e.id));
  const heardIds = heard.map((e) => e.id).filter((id) => known.has(id));
  expect(heardIds.toSorted()).toEqual([...known].toSorted());
  expect(all.filter((e) => e.type === 'order_received').map((e) => e.data.order_id)).toEqual(sent);
  const decided = all
    .filter((e) => e.type === 'order_filled' || e.type === 'order_rejected')
    .map((e) => e.data.order_id);
  expect(decided).toEqual(sent);
  const parts = (ids: readonly string[], isOrder: boolean): string[] =>
    [...new Set(ids)].filter((id) => known.has(id) && id.startsWith('order_received') === isOrder);
  for (const isOrder of [true, false]) {
    const expected = parts(
      all.map((e) => e.id),
      isOrder,
    );
    expect(parts(heardIds, isOrder)).toEqual(expected);
    expect(parts(postedIds(), isOrder)).toEqual(expected);
  }
  for (const { headers, body } of posted) await verifyWebhook(secret ?? '', headers, body);
  end.abort();
  await listening;
  await service.stop();
});
