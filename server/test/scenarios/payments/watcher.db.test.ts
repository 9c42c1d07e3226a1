/**
 * The watcher against real transactions: dust, duplicates, short, late, over-paid, failed and reordered ones, endpoints that fail, and a
 * database that fails between seeing and delivering. A naive reference adds up what was sent. PAPERTAPE_TEST_PAYMENT_RUNS says how many
 * seeded runs there are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayOrderAck } from 'papertape-contract/payment';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import type { Intake } from '../../../src/storage/intake.ts';
import { allDeliveries, allOrders, allTransfers } from '../../../src/payments/payments.sql.ts';
import type { Bot } from '../../harness/league.ts';
import type { Fault } from '../../../../examples/payments-local/local-chain.ts';
import { openShop, walletOf, type Shop } from '../../harness/shop.ts';
import { drawn, due } from './drawn-payments.ts';

const runs = Number(process.env['PAPERTAPE_TEST_PAYMENT_RUNS'] ?? 12);
const minute = 60_000;

let shop: Shop;
let bot: Bot;
/** Of all runs: each order, and what should have been received for it. */
const placed: PayOrderAck[] = [];
const owed = new Map<string, bigint>();
/** What the recipient had before the first run. */
let begun: bigint;
/** Fails writes of the watcher, as a process would that ends there. */
let mayWrite: () => boolean = () => true;

beforeAll(async () => {
  const intake = (real: Intake): Intake => ({
    ...real,
    write: (w) => (mayWrite() ? real.write(w) : Promise.reject(new Error('the process ended here'))),
  });
  shop = await openShop({ overrides: { intake } });
  bot = await shop.league.enter();
  begun = shop.chain.balance(shop.recipient);
});

afterAll(async () => {
  await shop.close();
});

/** Rounds in a storm: each may fail, and the next goes on. */
async function storm(uniform: () => number): Promise<void> {
  const fault = (): Fault => (['cut', 'error', 'limit', 'empty'] as const)[Math.floor(uniform() * 4)];
  for (let round = 0; round < 4; round++) {
    shop.chain.setFaults(() => (uniform() < 0.3 ? fault() : undefined));
    mayWrite = () => uniform() > 0.15;
    shop.chain.advance(Math.floor(uniform() * 20));
    shop.pass(Math.floor(uniform() * 20 * minute));
    await shop.league.app.deps.payments.run().catch(() => undefined);
  }
  shop.chain.setFaults(() => undefined);
  mayWrite = () => true;
}

test.each(Array.from({ length: runs }, (_, i) => i + 1))('seed %i', async (seed) => {
  const uniform = seededUniform(seed * 7_919);
  const orders: PayOrderAck[] = [];
  for (let i = 0; i < 3; i++) {
    orders.push(
      await shop.league.client.orderExtra({
        product: (['pro_seat_30d', 'verified_badge', 'promote_agent_7d'] as const)[i % 3] as 'pro_seat_30d',
        buyer_email: 'buyer@example.org',
        agent_id: bot.id,
      }),
    );
    shop.pass(1);
  }
  const before = shop.chain.balance(shop.recipient);
  const { address: other } = await walletOf('other');
  shop.chain.fund(other, 1_000_000_000n);
  const received = new Map(orders.map((order) => [order.reference, 0n]));
  for (const { to, lamports, fails, named } of drawn(orders, uniform)) {
    const references = named.map(({ reference }) => reference);
    await shop.pay(named[0] as PayOrderAck, {
      to: to === 'shop' ? shop.recipient : other,
      lamports: fails ? 10n ** 15n : lamports,
      references: uniform() < 0.5 ? references : references.toReversed(),
      guarded: uniform() < 0.3,
    });
    const first = orders.find((order) => references.includes(order.reference)) as PayOrderAck;
    if (to === 'shop' && !fails) received.set(first.reference, (received.get(first.reference) as bigint) + lamports);
    // Some come so late that the order has lapsed.
    if (uniform() < 0.2) shop.pass(25 * 60 * minute);
    if (uniform() < 0.4) await storm(uniform);
  }
  await storm(uniform);
  await shop.settle();
  await shop.settle();

  await expectWhole(orders, received, before);
  placed.push(...orders);
  for (const [reference, lamports] of received) owed.set(reference, lamports);
  await rest(received);
});

/** Each order has what was sent for it, once, and was delivered once where that is enough; and nothing else came in. */
async function expectWhole(
  orders: readonly PayOrderAck[],
  received: ReadonlyMap<string, bigint>,
  before: bigint,
): Promise<void> {
  const { db } = shop.league.app.storage;
  const transfers = (await allTransfers(db)).filter(({ reference }) => received.has(reference));
  const delivered = (await allDeliveries(db)).filter(({ reference }) => received.has(reference));
  const sums = new Map(orders.map(({ reference }) => [reference, 0n]));
  for (const { reference, lamports } of transfers) sums.set(reference, (sums.get(reference) ?? 0n) + lamports);
  expect(sums).toEqual(received);
  const paid = orders.filter((order) => (received.get(order.reference) as bigint) >= due(order));
  expect(delivered.map(({ reference }) => reference).toSorted()).toEqual(paid.map((o) => o.reference).toSorted());
  // Lamports add up: all that the shop has more is booked, once.
  expect(transfers.reduce((all, { lamports }) => all + lamports, 0n)).toBe(shop.chain.balance(shop.recipient) - before);
}

/**
 * Takes the orders of a run out of the watcher's turns until all are looked for again in the end. Otherwise each round of each run would
 * look for those of all runs before it, and 200 runs would take a hundred times as long as one.
 */
async function rest(of: ReadonlyMap<string, bigint>): Promise<void> {
  await setTurns([...of.keys()], null);
}

async function setTurns(references: readonly string[], at: bigint | null): Promise<void> {
  const { db } = shop.league.app.storage;
  await db.updateTable('intake.pay_orders').set({ next_look_at: at }).where('reference', 'in', references).execute();
}

test('all orders of all runs, looked for once more in a storm: nothing is booked or delivered a second time', async () => {
  await setTurns([...owed.keys()], 0n);
  await storm(seededUniform(104_729));
  await shop.settle();
  await expectWhole(placed, owed, begun);
});

test('renewals of all runs followed each other without a gap or an overlap', async () => {
  const db = shop.league.app.storage.db;
  expect((await allOrders(db)).length).toBe(runs * 3);
  const spans = (await allDeliveries(db)).filter(({ product }) => product === 'pro_seat_30d');
  for (const [i, span] of spans.entries()) {
    const earlier = Math.max(0, ...spans.slice(0, i).map(({ until }) => until ?? 0));
    expect(span.from).toBe(Math.max(span.at, earlier));
    expect((span.until ?? 0) - span.from).toBe(30 * 86_400_000);
  }
});
