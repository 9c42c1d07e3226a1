/**
 * Orders and their outcomes as an honest service stores them, folded by the audit: nothing is found. Then one thing of them is altered,
 * and the audit names the row and the column.
 */
import { describe, expect, test } from 'vitest';
import { decideFill } from '../flow/fill/fill.ts';
import { decodeWeights } from '../flow/fill/portfolio-text.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { afterOrder, createQueue } from '../flow/mark/queue.ts';
import { fillRow } from '../flow/mark/queue.sql.ts';
import type { Order } from '../flow/order/order.ts';
import { receiptHash } from '../flow/order/receipt.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { windowFor } from '../flow/window/window.ts';
import type { RowOf } from '../storage/bulk.ts';
import { markMs, windowMs } from '../lib/time.ts';
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
const priced = { usd: prices, charges: new Map() };

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Outcome = RowOf<'ledger.fills'>;
interface Each {
  readonly order: Writable<Order>;
  held: Writable<Outcome> | undefined;
}
interface Stored {
  readonly orders: Each[];
}

/** What a bot sent, stored with its receipt and without an outcome. */
function order(botId: string, sequence: number, weights: Record<string, string>, previous: string): Each {
  const receivedAt = start + 1_000 * sequence;
  const sent = {
    orderId: `ord_${botId}_${sequence}`,
    botId,
    sequence,
    receivedAt,
    league,
    sandbox: false,
    date: '2026-03-02',
    weights: JSON.stringify(weights),
    reason: 'why',
    nonce: '00',
    previous,
    rulesVersion: 'rules',
  };
  const windowStart = windowFor(receivedAt).start;
  return { order: { ...sent, windowStart, receipt: receiptHash(sent) }, held: undefined };
}

/** agt_a: a fill and a rejection. agt_b: a fill. agt_c: an order that waits for a price, and one behind it. */
function honest(): Stored {
  const a1 = order('agt_a', 1, { 'BTC-USD': '0.5' }, '');
  const c1 = order('agt_c', 1, { 'SOL-USD': '0.5' }, '');
  const orders = [
    a1,
    order('agt_a', 2, { 'ETH-USD': '0.5' }, a1.order.receipt),
    order('agt_b', 1, { 'BTC-USD': '1' }, ''),
    c1,
    order('agt_c', 2, { 'BTC-USD': '0.5' }, c1.order.receipt),
  ];
  const mark = start + markMs + windowMs;
  const queue = createQueue<string>(mark);
  const now = new Map<string, typeof startPortfolio>();
  for (const each of orders) {
    const o = each.order;
    const due = { ...o, weights: decodeWeights(o.weights) };
    const bot = now.get(o.botId) ?? startPortfolio;
    const decision = queue.decide(o.botId, due, bot.portfolio, priced);
    if (!decision) continue;
    each.held = fillRow({ order: o, decision, cashBefore: bot.portfolio.cash }, mark);
    now.set(o.botId, afterOrder(bot, due, decision));
  }
  return { orders };
}

/** What the audit says of what is stored, after the mark at which the orders were decided. */
async function audited(change: (stored: Stored) => void = () => undefined): Promise<string[]> {
  const stored = honest();
  change(stored);
  const differences = createDifferences();
  const bots = new Map(
    ['agt_a', 'agt_b', 'agt_c'].map((id) => {
      const bot = {
        id,
        league,
        registeredAt: start - 1,
        makerId: '',
        retiredAt: undefined,
        retiredByLogAt: undefined,
        house: false,
      };
      return [id, foldedBot(bot)] as const;
    }),
  );
  const rules = { order: () => undefined, atMark: () => null };
  const fold = createOrdersFold({ bots, rules, aside: { isAside: () => false }, differences });
  fold.addOrders(stored.orders);
  const mark = start + markMs + windowMs;
  await fold.decide({ mark, pricesOf: () => Promise.resolve(priced) });
  fold.finish(mark);
  return differences.list().map((d) => `${d.table} ${d.key} ${d.field}`);
}

describe('what an honest service stores', () => {
  test('has no fault', async () => {
    expect(await audited()).toEqual([]);
  });

  test('was decided in all its kinds', () => {
    expect(honest().orders.map(({ order, held }) => [order.botId, held?.state ?? null])).toEqual([
      ['agt_a', 'filled'],
      ['agt_a', 'rejected'],
      ['agt_b', 'filled'],
      ['agt_c', null],
      ['agt_c', null],
    ]);
  });
});

const nth =
  (index: number, fields: Partial<Order>) =>
  ({ orders }: Stored): void =>
    void Object.assign(orders[index]!.order, fields);
const outcome =
  (index: number, fields: Partial<Outcome> | undefined) =>
  ({ orders }: Stored): void => {
    const each = orders[index]!;
    each.held = fields && { ...(each.held ?? fillOf(each.order)), ...fields };
  };

/** An outcome that an order that waits does not have. */
function fillOf(order: Order): Outcome {
  const decision = decideFill(decodeWeights('{}'), startPortfolio.portfolio, prices, new Map());
  if (decision.outcome === 'waiting') throw new Error('nothing is wanted, and it waits');
  return fillRow({ order, decision, cashBefore: 0n }, start);
}

describe('an order that was altered', () => {
  test.each([
    ['its weights', nth(0, { weights: '{"BTC-USD":"0.4"}' }), ['intake.orders agt_a 1 receipt']],
    ['its reason', nth(2, { reason: 'another' }), ['intake.orders agt_b 1 receipt']],
    [
      'its receipt, and the one after it hangs in the air',
      nth(0, { receipt: 'ff'.repeat(32) }),
      ['intake.orders agt_a 1 receipt', 'intake.orders agt_a 2 previous_receipt'],
    ],
    ['a number that is left out', nth(1, { sequence: 3 }), ['intake.orders agt_a 3 sequence']],
    [
      'its arrival, moved to a later window',
      nth(2, { receivedAt: start + markMs }),
      ['intake.orders agt_b 1 window_start'],
    ],
    ['its league', nth(2, { league: 'tokenized' }), ['intake.orders agt_b 1 league']],
    ['weights that are none', nth(4, { weights: 'none' }), ['intake.orders agt_c 2 weights']],
    ['a bot that there is not', nth(2, { botId: 'agt_z' }), ['intake.orders agt_z 1 agent_id']],
  ])('%s', async (_, change, expected) => {
    expect(await audited(change)).toEqual(expect.arrayContaining(expected));
  });
});

describe('an outcome that was altered', () => {
  test.each([
    ['the cash after it', outcome(0, { cash_after: 1n }), ['ledger.fills agt_a 1 cash_after']],
    ['its trades', outcome(0, { trades: '[]' }), ['ledger.fills agt_a 1 trades']],
    ['its value', outcome(2, { value_after: 7n }), ['ledger.fills agt_b 1 value_after']],
    ['its mark', outcome(2, { at_mark: start }), ['ledger.fills agt_b 1 at_mark']],
    [
      'the reason of a rejection',
      outcome(1, { reason_code: 'price_unavailable' }),
      ['ledger.fills agt_a 2 reason_code'],
    ],
    ['a rejection made a fill', outcome(1, { state: 'filled' }), ['ledger.fills agt_a 2 state']],
    ['a fill that is gone', outcome(0, undefined), ['ledger.fills agt_a 1 row']],
    [
      'an outcome of an order that waits',
      outcome(3, { state: 'filled', at_mark: start }),
      ['ledger.fills agt_c 1 row'],
    ],
  ])('%s', async (_, change, expected) => {
    expect(await audited(change)).toEqual(expected);
  });
});

test('an order that was taken away is missed by the receipt after it', async () => {
  expect(await audited(({ orders }) => void orders.splice(0, 1))).toEqual(
    expect.arrayContaining(['intake.orders agt_a 2 sequence', 'intake.orders agt_a 2 previous_receipt']),
  );
});
