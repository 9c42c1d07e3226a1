/**
 * What was stored though the database did not say so in time: whoever asked was told that it is not known, and what the service keeps in memory of it must follow all the same, without a restart.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { StorageFault } from '../../../src/storage/fault.ts';
import type { Intake } from '../../../src/storage/intake.ts';
import { expectError, post } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

/** Are writes stored, and then told as not known? */
let isLost = false;
let shop: Shop;
let bot: Bot;
const received: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const { events } = JSON.parse(body) as { events: readonly { readonly type: string }[] };
    received.push(...events.map(({ type }) => type));
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const intake = (real: Intake): Intake => ({
    ...real,
    async write(w) {
      await real.write(w);
      if (isLost) throw new StorageFault('The database has not said what became of the commit.', { isUnclear: true });
    },
  });
  shop = await openShop({ env: { PAPERTAPE_WEBHOOKS: 'local' }, overrides: { intake } });
  bot = await shop.league.enter();
});
afterEach(() => {
  isLost = false;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await shop.close();
});

async function askedInVain(path: string, body: object): Promise<void> {
  isLost = true;
  const { detail } = expectError(await post(shop.league, path, body, { key: bot.key }), 'storage_unavailable');
  expect(detail).toBe('The database has not said whether it took the request.');
  isLost = false;
}

const url = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const deliver = (): Promise<void> => shop.league.app.runWebhooks();

test('a webhook is delivered to, told of an order at once, and cleared', async () => {
  await askedInVain(`/api/agents/${bot.id}/webhook`, { url: url() });
  expect(await bot.webhook()).toMatchObject({ url: url(), state: 'working' });
  await deliver();
  expect(received).toEqual([]);
  await askedInVain(`/api/agents/${bot.id}/weights`, { date: '2026-03-02', weights: { 'ETH-USD': 0.5 } });
  await deliver();
  expect(received).toEqual(['order_received']);
  await askedInVain(`/api/agents/${bot.id}/webhook`, { url: '' });
  expect(await bot.webhook()).toMatchObject({ url: null, state: 'none' });
});

test('a paid extra holds', async () => {
  const product = 'verified_badge';
  const order = await shop.league.client.orderExtra({ product, buyer_email: 'b@example.test', agent_id: bot.id });
  await shop.pay(order);
  const { extras } = shop.league.app.deps.payments;
  expect(extras.of(bot.id)).toMatchObject({ verified: false });
  isLost = true;
  // What came in is stored by the first round, and what was bought by the second.
  for (let round = 0; round < 2; round++) await expect(shop.settle()).rejects.toThrow('has not said');
  expect(extras.of(bot.id)).toMatchObject({ verified: true });
});
