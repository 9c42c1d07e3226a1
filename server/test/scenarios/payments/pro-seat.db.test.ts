/** What a pro seat does: the export of the whole history, from the instant at which the seat holds until the instant at which it ends. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryClose, HistoryLine } from 'papertape-contract/history';
import type { OrderView } from 'papertape-contract/order';
import { limits } from 'papertape-contract/limits';
import type { PayOrderView } from 'papertape-contract/payment';
import { parseFixed, moneyScale } from '../../../src/lib/decimal.ts';
import { get } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let bot: Bot;

beforeAll(async () => {
  shop = await openShop();
  bot = await shop.league.enter({ name: 'Has a pro seat' });
});

afterAll(async () => {
  await shop.close();
});

async function buySeat(): Promise<PayOrderView> {
  const wanted = { product: 'pro_seat_30d', buyer_email: 'b@example.test', agent_id: bot.id } as const;
  const order = await shop.league.client.orderExtra(wanted);
  await shop.pay(order);
  await shop.settle();
  return await shop.league.client.extraOrder(order.reference);
}

const path = (query = ''): string => `/api/agents/${bot.id}/history${query}`;
const asked = (query?: string) => get(shop.league, path(query), { key: bot.key });

test('without a seat the export is refused, with the way to one', async () => {
  const { status, json } = await asked();
  expect([status, json]).toMatchObject([403, { error: { code: 'pro_seat_required' } }]);
  expect((json as { error: { fix: string } }).error.fix).toContain(
    'POST /api/pay/order with "product": "pro_seat_30d"',
  );
});

test('with one it has every order, close and change of the cash, and the ledger adds up', async () => {
  await buySeat();
  const { league } = shop;
  await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.2 }, { reason: '=1+1, "quoted"' });
  await bot.weights({ 'BTC-USD': 0.1 }, { sandbox: true });
  await league.advance({ days: 1, minutes: 10 });
  await bot.weights({ 'SOL-USD': 0.9 });
  await league.advance({ minutes: 40 });
  await bot.weights({ 'SOL-USD': 0.8 });

  const orders = await bot.history();
  expect(orders).toMatchObject({ agent_id: bot.id, part: 'orders', more: false, final: false, next: '3' });
  const listed = (await bot.orders()).orders.toReversed();
  // The last is not decided: its row would change.
  expect(orders.rows).toEqual(listed.slice(0, 3));
  expect((listed[3] as OrderView).state).toBe('pending');
  expect((await bot.history({ after: '1' })).rows).toEqual(listed.slice(1, 3));

  const closes = (await bot.history({ part: 'closes' })).rows as HistoryClose[];
  const { points } = await bot.equity();
  expect(closes.map(({ close, return_pct, rank }) => [close.slice(0, 10), return_pct, rank])).toEqual(
    points.map(({ date, return_pct, rank }) => [date, return_pct, rank]),
  );

  const ledger = (await bot.history({ part: 'ledger' })).rows as HistoryLine[];
  const { trades } = await bot.trades();
  const moved = (
    lines: readonly { symbol: string | null; side: string | null; units: string | null }[],
    ids: string[],
  ) => lines.map(({ symbol, side, units }, i) => [ids[i], symbol, side, units].join(' ')).sort();
  const ofLedger = ledger.map(({ id }) => id);
  expect(moved(ledger, ofLedger)).toEqual(
    moved(
      trades,
      trades.map(({ order_id }) => order_id),
    ),
  );
  const sum = ledger.reduce(
    (cash, { change }) => cash + parseFixed(change, moneyScale),
    parseFixed('100000', moneyScale),
  );
  expect(sum).toBe(parseFixed((await bot.positions()).cash, moneyScale));
  expect(ledger.at(-1)?.cash).toBe((await bot.positions()).cash);
  const [first] = ledger;
  const { next } = await bot.history({ part: 'ledger', after: `1.${Date.parse(first?.at ?? '')}` });
  const rest = await bot.history({ part: 'ledger', after: `1.${Date.parse(first?.at ?? '')}` });
  expect(rest.rows).toEqual(ledger.filter(({ at }) => at !== first?.at));
  expect((await bot.history({ part: 'ledger', after: next })).rows).toEqual([]);
});

test('as CSV: quoted, no formula, and as long as the rows', async () => {
  const csv = await bot.historyCsv();
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain(`"'=1+1, ""quoted"""`);
  expect((await bot.historyCsv({ part: 'closes' })).split('\r\n')).toHaveLength(3);
  expect(await bot.historyCsv({ part: 'ledger' })).toMatch(
    /^at,kind,id,symbol,side,units,price,cost,fee,spread,change,cash\r\n/,
  );
  const { headers } = await asked('?part=ledger&format=csv');
  expect([headers.get('cache-control'), headers.get('content-disposition')]).toEqual([
    'no-store',
    `attachment; filename="${bot.id}-ledger.csv"`,
  ]);
});

test('a cursor that is none is refused', async () => {
  for (const query of [
    '?after=x',
    '?part=ledger&after=1',
    '?part=ledger&after=99.0',
    '?part=ledger&after=1.0',
    '?part=all',
  ])
    expect((await asked(query)).json, query).toMatchObject({ error: { code: 'invalid_query' } });
});

test('a page of as many rows as the limit says is final, and may be kept for ever; the rest comes with the next', async () => {
  const { db } = shop.league.app.storage;
  const { historyRowsMax: most } = limits;
  const long = await shop.league.enter({ name: 'Has a long history' });
  const order = await db
    .selectFrom('intake.orders')
    .selectAll()
    .where('agent_id', '=', bot.id)
    .where('sequence', '=', 1n)
    .executeTakeFirstOrThrow();
  const fill = await db
    .selectFrom('ledger.fills')
    .selectAll()
    .where('agent_id', '=', bot.id)
    .where('sequence', '=', 1n)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: most + 1 }, (_, i) => i + 1);
  for (const part of [copies.slice(0, 500), copies.slice(500)]) {
    const place = (i: number) => ({ agent_id: long.id, sequence: BigInt(i), order_id: `${long.id}-${i}` });
    await db
      .insertInto('intake.orders')
      .values(part.map((i) => ({ ...order, ...place(i) })))
      .execute();
    // Nothing was traded, so that the cash stays; the last two were decided at one mark.
    const at = (i: number) => ({
      at_mark: BigInt(Math.min(i, most) * 300_000),
      trades: '[]',
      cash_after: 10_000_000_000_000n,
    });
    await db
      .insertInto('ledger.fills')
      .values(part.map((i) => ({ ...fill, ...place(i), ...at(i) })))
      .execute();
  }
  const wanted = { product: 'pro_seat_30d', buyer_email: 'b@example.test', agent_id: long.id } as const;
  await shop.pay(await shop.league.client.orderExtra(wanted));
  await shop.settle();
  const page = await long.history();
  expect([page.rows.length, page.more, page.final, page.next]).toEqual([most, true, true, String(most)]);
  const { headers } = await get(shop.league, `/api/agents/${long.id}/history`, { key: long.key });
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const csv = await get(shop.league, `/api/agents/${long.id}/history?format=csv`, { key: long.key });
  expect(csv.headers.get('link')).toBe(
    `</api/agents/${long.id}/history?part=orders&after=${most}&format=csv>; rel="next"`,
  );
  const last = await long.history({ after: page.next });
  expect([last.rows.length, last.more, last.final]).toEqual([1, false, false]);
  // The ledger has whole marks: the last two fills stand on the second page.
  const ledger = await long.history({ part: 'ledger' });
  expect([ledger.more, ledger.final, ledger.next]).toEqual([true, true, `${most - 1}.${(most - 1) * 300_000}`]);
  const rest = await long.history({ part: 'ledger', after: ledger.next });
  expect([rest.more, rest.final, rest.next.split('.')[0]]).toEqual([false, false, String(most + 1)]);
});

test('it ends at the millisecond at which the seat does, and a renewal opens it again', async () => {
  const seat = await buySeat();
  const end = Date.parse(seat.active_until ?? '');
  shop.pass(end - 1 - shop.now());
  expect((await asked()).status).toBe(200);
  shop.pass(1);
  expect((await asked()).status).toBe(403);
  await buySeat();
  expect((await asked()).status).toBe(200);
});
