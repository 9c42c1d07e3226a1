/**
 * Orders and their outcomes as an honest service stores them, folded by the audit: nothing is found. Then one thing of them is altered,
 * and the audit names the row and the column.
 */
import { describe, expect, test } from 'vitest';
import { decodeWeights } from '../flow/fill/portfolio-text.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { afterOrder, createQueue } from '../flow/mark/queue.ts';
import { outcomeFields } from '../flow/mark/queue.sql.ts';
import { chainHash, merkleRoot, readingsHash } from '../flow/order/merkle.ts';
import { receiptHash, sha256 } from '../flow/order/receipt.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { windowFor } from '../flow/window/window.ts';
import type { MarkRootsTable } from '../storage/database.ts';
import { iso } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { OrderRow } from './audit.sql.ts';
import { createDifferences } from './differences.ts';
import { createOrdersFold } from './orders-fold.ts';
import { foldedBot } from './folded-bot.ts';

const start = Date.parse('2026-03-02T12:00:00Z');
const league = 'spot_crypto';
const dollar = 10n ** 24n;
const prices: UsdPrices = new Map([
  ['BTC-USD', { state: 'agreed', price: 50_000n * dollar }],
  ['ETH-USD', { state: 'apart', of: 'ETH-USD', price: 100n * dollar, second: 110n * dollar, bps: '1000.0000' }],
  ['SOL-USD', { state: 'unavailable', of: 'SOL-USD', reason: 'gap', pool: 'sol' }],
]);
const readings = [{ mark: start + markMs, attempt: 0, readings: '{}' }];

type Row = { -readonly [K in keyof OrderRow]: OrderRow[K] };
interface Stored {
  readonly orders: Row[];
  root: { -readonly [K in keyof MarkRootsTable]: MarkRootsTable[K] } | undefined;
}

const undecided = {
  f_order_id: null,
  f_league: null,
  f_window_start: null,
  f_at_mark: null,
  f_sandbox: null,
  f_state: null,
  f_reason_code: null,
  f_detail: null,
  f_trades: null,
  f_cash_after: null,
  f_value_before: null,
  f_value_after: null,
} as const;

/** What a bot sent, stored with its receipt and without an outcome. */
function order(agent: string, sequence: number, weights: Record<string, string>, previous: string): Row {
  const receivedAt = start + 1_000 * sequence;
  const body = { order_id: `ord_${agent}_${sequence}`, weights: JSON.stringify(weights), date: '2026-03-02' };
  return {
    ...body,
    ...undecided,
    agent_id: agent,
    sequence: BigInt(sequence),
    league,
    received_at: BigInt(receivedAt),
    window_start: BigInt(windowFor(receivedAt).start),
    sandbox: 0n,
    reason: 'why',
    nonce: '00',
    previous_receipt: previous,
    rules_version: 'rules',
    receipt: receiptHash({
      orderId: body.order_id,
      botId: agent,
      sequence,
      receivedAt,
      league,
      sandbox: false,
      date: body.date,
      weights: body.weights,
      reasonHash: sha256('why'),
      nonce: '00',
      previous,
      rulesVersion: 'rules',
    }),
  };
}

/** agt_a: a fill and a rejection. agt_b: a fill. agt_c: an order that waits for a price, and one behind it. */
function honest(): Stored {
  const a1 = order('agt_a', 1, { 'BTC-USD': '0.5' }, '');
  const c1 = order('agt_c', 1, { 'SOL-USD': '0.5' }, '');
  const orders = [
    a1,
    order('agt_a', 2, { 'ETH-USD': '0.5' }, a1.receipt),
    order('agt_b', 1, { 'BTC-USD': '1' }, ''),
    c1,
    order('agt_c', 2, { 'BTC-USD': '0.5' }, c1.receipt),
  ];
  const mark = start + markMs + windowMs;
  const queue = createQueue<string>(mark, () => false);
  const now = new Map<string, typeof startPortfolio>();
  for (const o of orders) {
    const due = { windowStart: Number(o.window_start), sandbox: false, weights: decodeWeights(o.weights) };
    const bot = now.get(o.agent_id) ?? startPortfolio;
    const decision = queue.decide(o.agent_id, due, bot.portfolio, prices);
    if (!decision) continue;
    const fields = outcomeFields(decision, bot.portfolio.cash);
    now.set(o.agent_id, afterOrder(bot, due, decision));
    Object.assign(o, {
      f_order_id: o.order_id,
      f_league: o.league,
      f_window_start: o.window_start,
      f_at_mark: BigInt(mark),
      f_sandbox: o.sandbox,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`f_${name}`, value])),
    });
  }
  const root = merkleRoot(orders.map((o) => o.receipt));
  const readings_hash = readingsHash(readings);
  const chain = chainHash(start + markMs, orders.length, root, readings_hash, '');
  return {
    orders,
    root: { mark: BigInt(start + markMs), count: BigInt(orders.length), root, readings_hash, chain },
  };
}

/** What the audit says of what is stored, after the mark at which the orders were decided. */
async function audited(change: (stored: Stored) => void = () => undefined): Promise<string[]> {
  const stored = honest();
  change(stored);
  const differences = createDifferences();
  const bots = new Map(
    ['agt_a', 'agt_b', 'agt_c'].map((id) => {
      const row = { agent_id: id, league, registered_at: BigInt(start - 1), retired_at: null, retired_by: null };
      return [id, foldedBot(row)] as const;
    }),
  );
  const fold = createOrdersFold(bots, { order: () => undefined, atMark: () => null }, differences);
  fold.addOrders(stored.orders);
  fold.checkRoot(start + markMs, stored.root, readings);
  const mark = start + markMs + windowMs;
  await fold.decide({ mark, isCad: () => false, pricesOf: () => Promise.resolve(prices) });
  fold.finish(mark);
  return differences.list().map((d) => `${d.table} ${d.key} ${d.field}`);
}

describe('what an honest service stores', () => {
  test('has no fault', async () => {
    expect(await audited()).toEqual([]);
  });

  test('was decided in all its kinds', () => {
    expect(honest().orders.map((o) => [o.agent_id, o.f_state])).toEqual([
      ['agt_a', 'filled'],
      ['agt_a', 'rejected'],
      ['agt_b', 'filled'],
      ['agt_c', null],
      ['agt_c', null],
    ]);
  });
});

const nth =
  (index: number, fields: Partial<Row>) =>
  ({ orders }: Stored): void =>
    void Object.assign(orders[index]!, fields);
const atRoot =
  (fields: Partial<MarkRootsTable>) =>
  ({ root }: Stored): void =>
    void Object.assign(root!, fields);

describe('an order that was altered', () => {
  test.each([
    ['its weights', nth(0, { weights: '{"BTC-USD":"0.4"}' }), ['intake.orders agt_a 1 receipt']],
    ['its reason', nth(2, { reason: 'another' }), ['intake.orders agt_b 1 receipt']],
    [
      'its receipt, and the one after it hangs in the air',
      nth(0, { receipt: 'ff'.repeat(32) }),
      ['intake.orders agt_a 1 receipt', 'intake.orders agt_a 2 previous_receipt'],
    ],
    ['a number that is left out', nth(1, { sequence: 3n }), ['intake.orders agt_a 3 sequence']],
    [
      'its arrival, moved to a later window',
      nth(2, { received_at: BigInt(start + markMs) }),
      ['intake.orders agt_b 1 window_start'],
    ],
    ['its league', nth(2, { league: 'tokenized' }), ['intake.orders agt_b 1 league']],
    ['weights that are none', nth(4, { weights: 'none' }), ['intake.orders agt_c 2 weights']],
    ['a bot that there is not', nth(2, { agent_id: 'agt_z' }), ['intake.orders agt_z 1 agent_id']],
  ])('%s', async (_, change, expected) => {
    expect(await audited(change)).toEqual(expect.arrayContaining(expected));
  });
});

describe('an outcome that was altered', () => {
  test.each([
    ['the cash after it', nth(0, { f_cash_after: 1n }), ['ledger.fills agt_a 1 cash_after']],
    ['its trades', nth(0, { f_trades: '[]' }), ['ledger.fills agt_a 1 trades']],
    ['its value', nth(2, { f_value_after: 7n }), ['ledger.fills agt_b 1 value_after']],
    ['its mark', nth(2, { f_at_mark: BigInt(start) }), ['ledger.fills agt_b 1 at_mark']],
    ['the reason of a rejection', nth(1, { f_reason_code: 'price_unavailable' }), ['ledger.fills agt_a 2 reason_code']],
    ['a rejection made a fill', nth(1, { f_state: 'filled' }), ['ledger.fills agt_a 2 state']],
    ['a fill that is gone', nth(0, undecided), ['ledger.fills agt_a 1 row']],
    [
      'an outcome of an order that waits',
      nth(3, { f_state: 'filled', f_at_mark: BigInt(start) }),
      ['ledger.fills agt_c 1 row'],
    ],
  ])('%s', async (_, change, expected) => {
    expect(await audited(change)).toEqual(expected);
  });
});

describe('a root that was altered', () => {
  const key = `ledger.mark_roots ${iso(start + markMs)}`;
  test.each([
    ['its hash', atRoot({ root: '00' }), [`${key} root`]],
    ['its number of orders', atRoot({ count: 4n }), [`${key} count`]],
    ['its readings', atRoot({ readings_hash: '00' }), [`${key} readings_hash`]],
    ['its place in the chain', atRoot({ chain: '00' }), [`${key} chain`]],
    ['the row itself', (stored: Stored) => void (stored.root = undefined), [`${key} row`]],
  ])('%s', async (_, change, expected) => {
    expect(await audited(change)).toEqual(expected);
  });

  test('an order that was taken away is missed by the root, and by the receipt after it', async () => {
    expect(await audited(({ orders }) => void orders.splice(0, 1))).toEqual(
      expect.arrayContaining([
        'intake.orders agt_a 2 sequence',
        'intake.orders agt_a 2 previous_receipt',
        `${key} count`,
        `${key} root`,
      ]),
    );
  });
});
