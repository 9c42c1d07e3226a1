/** A process that stood still while another one took its place wakes up with webhooks in memory: what became of them meanwhile is seen before something is sent. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEventReceiver, type EventReceiver } from '../../harness/event-receiver.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let now = Date.parse('2026-11-21T12:00:00Z');
let league: League;
let bot: Bot;
let receiver: EventReceiver;
beforeEach(async () => {
  receiver = await openEventReceiver();
  league = await openLeague({
    env: { PAPERTAPE_WEBHOOKS: 'local' },
    overrides: { events: { realNow: () => now } },
  });
  await league.advance({ minutes: 35 });
  bot = await league.enter();
  await bot.setWebhook(receiver.url);
});
afterEach(async () => {
  await league.close();
  await receiver.close();
});

const run = (): Promise<void> => league.app.runWebhooks();
const ids = (): string[] => receiver.deliveries.flatMap((d) => d.ids);

test('one that was cleared elsewhere is silent', async () => {
  await league.app.storage.db.deleteFrom('intake.webhooks').execute();
  await bot.weights({});
  await run();
  expect(ids()).toEqual([]);
});

test('one that was set anew elsewhere is silent at its old address', async () => {
  await league.app.storage.db.updateTable('intake.webhooks').set({ webhook_id: 'whk_other' }).execute();
  await bot.weights({});
  await run();
  expect(ids()).toEqual([]);
});

test('what was delivered elsewhere is not sent again, and what comes behind it is, once this process is sure to go on', async () => {
  const first = await bot.weights({});
  const { next } = await bot.events({ since: 'now' });
  await league.app.storage.db.updateTable('intake.webhooks').set({ position: next }).execute();
  const second = await bot.weights({ 'ETH-USD': 0.1 });
  await run();
  expect(ids()).toEqual([]);
  now += 10_000;
  await run();
  expect(ids()).toEqual([`order_received/${second.order_id}`]);
  expect(ids()).not.toContain(`order_received/${first.order_id}`);
});
