import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayOrderRequest } from 'papertape-contract/payment';
import type { ProductId } from 'papertape-contract/product-ids';
import { endExtra, noteRefund } from '../../../src/desk/payment-acts.ts';
import { allOwed, ledgerCsv, ledgerLines, paymentBook } from '../../../src/payments/book.ts';
import type { Intake } from '../../../src/storage/intake.ts';
import { get } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let bot: Bot;
const day = 86_400_000;

/** Holds back what a write says, after its commit. */
let beforeTold: () => Promise<void> = async () => Promise.resolve();

beforeAll(async () => {
  const intake = (real: Intake): Intake => ({
    ...real,
    async write({ onStored, ...w }) {
      await real.write(w);
      await beforeTold();
      onStored?.();
    },
  });
  shop = await openShop({ overrides: { intake } });
  bot = await shop.league.enter({ name: 'Bought for' });
});

afterAll(async () => {
  await shop.close();
});

async function buy(product: ProductId, more: object = { agent_id: bot.id }): Promise<string> {
  const order = await shop.league.client.orderExtra({ product, buyer_email: 'b@example.test', ...more });
  await shop.pay(order);
  await shop.settle();
  return order.reference;
}

const row = async () =>
  (await shop.league.client.leaderboard({ league: 'spot_crypto' })).rows.find((r) => r.agent_id === bot.id);

test('a badge is in the row, the profile and on the page, once it is paid', async () => {
  expect(await row()).toMatchObject({ verified: false, pro: false });
  const reference = await buy('verified_badge');
  expect((await shop.league.client.extraOrder(reference)).state).toBe('fulfilled');
  expect(await row()).toMatchObject({ verified: true, pro: false });
  expect(await bot.agent()).toMatchObject({ verified: true, pro: false });
  expect((await get(shop.league, `/bots/${bot.id}`)).text).toContain('Verified');
});

test('who reads that an extra was delivered sees it, also before the watcher is told of its commit', async () => {
  const other = await shop.league.enter({ name: 'Looks at once' });
  const order = await shop.league.client.orderExtra({
    product: 'verified_badge',
    buyer_email: 'b@example.test',
    agent_id: other.id,
  });
  await shop.pay(order);
  expect(await other.agent()).toMatchObject({ verified: false });
  const seen: unknown[] = [];
  beforeTold = async () => {
    const { state } = await shop.league.client.extraOrder(order.reference);
    seen.push([state, (await other.agent()).verified]);
  };
  await shop.settle();
  beforeTold = async () => Promise.resolve();
  expect(seen).toContainEqual(['confirmed', false]);
  expect(seen).toContainEqual(['fulfilled', true]);
  expect(seen).not.toContainEqual(['fulfilled', false]);
});

test('a pro seat ends at its millisecond, and a renewal adds its days', async () => {
  const first = await shop.league.client.extraOrder(await buy('pro_seat_30d'));
  const second = await shop.league.client.extraOrder(await buy('pro_seat_30d'));
  expect(second.active_from).toBe(first.active_until);
  const end = Date.parse(second.active_until ?? '');
  expect(end - Date.parse(first.active_from ?? '')).toBe(60 * day);
  const at = async (ms: number) => {
    shop.pass(end + ms - shop.now());
    await shop.league.app.deps.payments.run();
    return [(await row())?.pro, (await shop.league.client.extraOrder(second.reference)).state];
  };
  expect(await at(-1)).toEqual([true, 'active']);
  expect(await at(0)).toEqual([false, 'expired']);
});

test('promoted places say so; the operator ends one at once', async () => {
  const title = 'A fine tool';
  const reference = await buy('promote_product_7d', { title, url: 'https://example.test/tool' });
  await buy('promote_agent_7d');
  const { promoted } = await shop.league.client.promoted();
  expect(promoted.map(({ label, kind, name }) => [label, kind, name])).toEqual([
    ['Promoted', 'product', title],
    ['Promoted', 'agent', 'Bought for'],
  ]);
  expect((await get(shop.league, '/leagues/spot_crypto')).text).toContain(title);
  await endExtra(shop.league.app.storage.db, reference, 'It is no tool.', shop.now());
  await shop.league.app.deps.payments.run();
  await shop.league.advance({ minutes: 10 });
  expect((await shop.league.client.promoted()).promoted.map(({ kind }) => kind)).toEqual(['agent']);
  const incident = (await shop.league.client.incidents()).incidents.find(({ kind }) => kind === 'extra_ended');
  expect(incident).toMatchObject({
    about: { kind: 'payment', id: reference },
    reason: 'It is no tool.',
    by: 'operator',
  });
});

test('a report explains every figure, as JSON and on a page', async () => {
  const reference = await buy('strategy_report');
  const report = await shop.league.client.strategyReport(reference);
  expect(report.agent_id).toBe(bot.id);
  expect(report.figures.length).toBeGreaterThan(15);
  for (const { means, formula, source } of report.figures)
    expect([means, formula, source].every((s) => s !== '')).toBe(true);
  const page = await get(shop.league, `/pay/${reference}/report`);
  expect([page.status, page.text.includes('Strategy report')]).toEqual([200, true]);
});

test('what is owed is listed, noted, and not owed again; the ledger adds up, and the audit finds nothing', async () => {
  const order = await shop.league.client.orderExtra({
    product: 'verified_badge',
    buyer_email: 'b@example.test',
    agent_id: bot.id,
  });
  await shop.pay(order);
  await shop.pay(order);
  await shop.settle();
  const { db } = shop.league.app.storage;
  const due = BigInt(Math.round(Number(order.amount) * 1e9));
  const owed = async () => allOwed(await paymentBook(db), shop.now());
  expect(await owed()).toEqual([
    { reference: order.reference, to: shop.buyer.address, lamports: due, why: 'overpaid' },
  ]);
  await expect(noteRefund(db, order.reference, String(due * 3n), 'Sent.')).rejects.toThrow('have not been sent back');
  await noteRefund(db, order.reference, String(due), 'Sent.', shop.now());
  expect(await owed()).toEqual([]);
  const lines = ledgerLines(await paymentBook(db)).filter((line) => line.reference === order.reference);
  expect(lines.reduce((sum, line) => sum + BigInt(line.lamports), 0n)).toBe(due);
  expect(ledgerCsv(lines).split('\r\n')).toHaveLength(lines.length + 2);
  await shop.league.advance({ minutes: 10 });
  expect(await differencesOf(shop.league)).toEqual([]);
});

test('the audit finds each row of payments that was changed by hand', async () => {
  const { db } = shop.league.app.storage;
  const wanted = { product: 'pro_seat_30d', buyer_email: 'b@example.test', agent_id: bot.id } as const;
  const { reference, lamports } = await paidFor(wanted);
  const deliveries = await db
    .selectFrom('intake.pay_deliveries')
    .selectAll()
    .where('reference', '=', reference)
    .execute();
  const [delivery] = deliveries as [(typeof deliveries)[number]];
  const order = (change: object) =>
    db.updateTable('intake.pay_orders').set(change).where('reference', '=', reference).execute();
  const deliver = (change: object) =>
    db.updateTable('intake.pay_deliveries').set(change).where('reference', '=', reference).execute();
  const pay = (change: object) =>
    db.updateTable('intake.pay_transfers').set(change).where('reference', '=', reference).execute();
  const refund = { act_id: 'act_hidden', reference, kind: 'refunded', lamports, at: 1n, reason: 'Quietly.' };
  const planted: [string, () => Promise<unknown>, () => Promise<unknown>, string[]][] = [
    ['a lower price', () => order({ lamports: lamports - 1n }), () => order({ lamports }), ['pay_orders lamports']],
    ['less came in', () => pay({ lamports: lamports - 1n }), () => pay({ lamports }), ['pay_deliveries row']],
    [
      'a longer seat',
      () => deliver({ until_at: (delivery.until_at ?? 0n) + 1n }),
      () => deliver({ until_at: delivery.until_at }),
      ['pay_deliveries until_at'],
    ],
    [
      'a seat before it was paid',
      () => deliver({ from_at: delivery.from_at - 1n }),
      () => deliver({ from_at: delivery.from_at }),
      ['pay_deliveries from_at'],
    ],
    [
      'for somebody else',
      () => deliver({ subject: 'agt_0000000000000000' }),
      () => deliver({ subject: delivery.subject }),
      ['pay_deliveries subject'],
    ],
    [
      'another product',
      () => deliver({ product: 'verified_badge', until_at: null }),
      () => deliver({ product: 'pro_seat_30d', until_at: delivery.until_at }),
      ['pay_deliveries product'],
    ],
    [
      'a payment for no order',
      () => pay({ reference: 'nobody' }),
      () => db.updateTable('intake.pay_transfers').set({ reference }).where('reference', '=', 'nobody').execute(),
      ['pay_deliveries row', 'pay_orders row'],
    ],
    [
      'sent back without a word in the public log',
      () => db.insertInto('intake.pay_acts').values(refund).execute(),
      () => db.deleteFrom('intake.pay_acts').where('act_id', '=', refund.act_id).execute(),
      ['pay_acts act_id', 'pay_deliveries row'],
    ],
  ];
  expect(await found()).toEqual([]);
  for (const [what, plant, undo, expected] of planted) {
    await plant();
    expect([what, await found()]).toEqual([what, expected]);
    await undo();
  }
  expect(await found()).toEqual([]);
});

/** Fields in which the audit finds a difference. */
async function found(): Promise<string[]> {
  const fields = (await differencesOf(shop.league)).map(({ table, field }) => `${table.slice(7)} ${field}`);
  return [...new Set(fields)].toSorted((x, y) => x.localeCompare(y));
}

async function paidFor(wanted: PayOrderRequest): Promise<{ readonly reference: string; readonly lamports: bigint }> {
  const order = await shop.league.client.orderExtra(wanted);
  await shop.pay(order);
  await shop.settle();
  return { reference: order.reference, lamports: BigInt(Math.round(Number(order.amount) * 1e9)) };
}
