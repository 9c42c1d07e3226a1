import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductId } from 'papertape-contract/product-ids';
import { endExtra, noteRefund } from '../../../src/desk/payment-acts.ts';
import { allOwed, ledgerCsv, ledgerLines, paymentBook } from '../../../src/payments/book.ts';
import { get } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let bot: Bot;
const day = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
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
