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

const runs = Number(process.env['PAPERTAPE_TEST_PAYMENT_RUNS'] ?? 12);
const minute = 60_000;

let shop: Shop;
let bot: Bot;
/** Fails writes of the watcher, as a process would that ends there. */
let mayWrite: () => boolean = () => true;

beforeAll(async () => {
  const intake = (real: Intake): Intake => ({
    ...real,
    write: (w) => (mayWrite() ? real.write(w) : Promise.reject(new Error('the process ended here'))),
  });
  shop = await openShop({ overrides: { intake } });
  bot = await shop.league.enter();
});

afterAll(async () => {
  await shop.close();
});

interface Sent {
  readonly to: 'shop' | 'other';
  readonly lamports: bigint;
  readonly fails: boolean;
  readonly named: readonly PayOrderAck[];
}

const due = (order: PayOrderAck): bigint => BigInt(Math.round(Number(order.amount) * 1e9));

/** What buyers, and others, send for a few orders. */
function drawn(orders: readonly PayOrderAck[], uniform: () => number): Sent[] {
  const sent: Sent[] = [];
  const add = (order: PayOrderAck, lamports: bigint, more: Partial<Sent> = {}): void =>
    void sent.push({ to: 'shop', lamports, fails: false, named: [order], ...more });
  for (const order of orders) {
    const amount = due(order);
    const kind = Math.floor(uniform() * 9);
    if (uniform() < 0.5) add(order, 1n + BigInt(Math.floor(uniform() * 5_000)));
    if (uniform() < 0.3) add(order, amount, { fails: true });
    if (uniform() < 0.3) add(order, amount, { to: 'other' });
    if (kind === 0) add(order, amount - 1n - 6_000n);
    else if (kind === 1) for (const part of [amount / 2n, amount - amount / 2n]) add(order, part);
    else if (kind === 2) for (const part of [amount, amount]) add(order, part);
    else if (kind === 3) add(order, amount + 1_000_000n);
    else if (kind === 4) add(order, amount, { named: [order, orders[0] as PayOrderAck] });
    else if (kind <= 7) add(order, amount);
  }
  for (let i = sent.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [sent[i], sent[j]] = [sent[j] as Sent, sent[i] as Sent];
  }
  return sent;
}

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

  const db = shop.league.app.storage.db;
  const transfers = (await allTransfers(db)).filter(({ reference }) => received.has(reference));
  const deliveries = (await allDeliveries(db)).filter(({ reference }) => received.has(reference));
  for (const order of orders) {
    const mine = transfers.filter(({ reference }) => reference === order.reference);
    const sum = mine.reduce((all, { lamports }) => all + lamports, 0n);
    expect(sum).toBe(received.get(order.reference));
    const delivered = deliveries.filter(({ reference }) => reference === order.reference);
    expect(delivered).toHaveLength(sum >= due(order) ? 1 : 0);
  }
  // Lamports add up: all that the shop has more is booked, once.
  expect(transfers.reduce((all, { lamports }) => all + lamports, 0n)).toBe(shop.chain.balance(shop.recipient) - before);
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
