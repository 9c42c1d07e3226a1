/** The spotlight of Division 1: for a bot that is there when it is ordered and when it is paid, and shown while it is there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tierNames, type TierName } from '../../../src/league/tiers.ts';
import { allOwed, paymentBook } from '../../../src/payments/book.ts';
import { get } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let bot: Bot;
const week = 7 * 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  bot = await shop.league.enter({ name: 'Near the top' });
});

afterAll(async () => {
  await shop.close();
});

/** As if it had got there. */
async function standIn(tier: TierName): Promise<void> {
  const row = { agent_id: bot.id, league: 'spot_crypto', tier: BigInt(tierNames.indexOf(tier)) };
  await shop.league.app.storage.db
    .insertInto('ledger.tiers')
    .values(row)
    .onConflict((c) => c.column('agent_id').doUpdateSet(row))
    .execute();
  // What is kept is made anew at the next mark.
  await shop.league.advance({ minutes: 5 });
}

const order = () =>
  shop.league.client.orderExtra({ product: 'div1_spotlight_7d', buyer_email: 'b@example.test', agent_id: bot.id });
const shown = async () => (await shop.league.client.promoted()).spotlight.map(({ name }) => name);

test('a bot that is not in Division 1 is refused one, below it and above it', async () => {
  for (const tier of ['Division 2', 'Premier League'] as const) {
    await standIn(tier);
    await expect(order()).rejects.toMatchObject({ code: 'not_in_division_1' });
  }
});

test('one that has left Division 1 when it pays is refused with the reason, and is owed the payment', async () => {
  await standIn('Division 1');
  const placed = await order();
  await standIn('Division 2');
  await shop.pay(placed);
  await shop.settle();
  const view = await shop.league.client.extraOrder(placed.reference);
  expect(view).toMatchObject({ state: 'refused', active_from: null, active_until: null, result_url: null });
  expect(view.reason).toBe('The spotlight is for bots in Division 1; this one is in Division 2.');
  expect((await get(shop.league, `/pay/${placed.reference}`)).text).toContain('this one is in Division 2.');
  expect(await shown()).toEqual([]);
  const { to } = allOwed(await paymentBook(shop.league.app.storage.db), shop.now())[0] ?? {};
  expect(to).toBe(shop.buyer.address);
  expect(allOwed(await paymentBook(shop.league.app.storage.db), shop.now())).toMatchObject([
    { reference: placed.reference, why: 'refused' },
  ]);
});

test('one that is there is shown while it is there, and until its seven days end to the millisecond', async () => {
  await standIn('Division 1');
  const placed = await order();
  const { reference } = placed;
  await shop.pay(placed);
  await shop.settle();
  const { active_from: from, active_until: until } = await shop.league.client.extraOrder(reference);
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(week);
  expect(await shown()).toEqual(['Near the top']);
  expect((await get(shop.league, '/leagues/spot_crypto')).text).toContain('Division 1 spotlight');
  await standIn('Premier League');
  expect(await shown()).toEqual([]);
  await standIn('Division 1');
  expect(await shown()).toEqual(['Near the top']);
  shop.pass(Date.parse(until ?? '') - 1 - shop.now());
  await shop.league.app.deps.payments.run();
  expect(await shown()).toEqual(['Near the top']);
  shop.pass(1);
  await shop.league.app.deps.payments.run();
  expect(await shown()).toEqual([]);
});

test('a payment is found behind many pages of dust', async () => {
  shop.chain.setPageMax(2);
  const placed = await shop.league.client.orderExtra({
    product: 'verified_badge',
    buyer_email: 'b@example.test',
    agent_id: bot.id,
  });
  await shop.pay(placed);
  for (let i = 0; i < 6; i++) await shop.pay(placed, { lamports: 1n + BigInt(i) });
  await shop.settle();
  const { state, transactions } = await shop.league.client.extraOrder(placed.reference);
  expect([state, transactions.length]).toEqual(['fulfilled', 7]);
});
