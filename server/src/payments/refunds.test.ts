import fc from 'fast-check';
import { expect, test } from 'vitest';
import { owedOf, type Account } from './refunds.ts';
import { stateOf, sumOf, type Delivery, type PayOrder, type Transfer } from './order.ts';

const order: PayOrder = {
  reference: 'ref',
  product: 'verified_badge',
  buyerEmail: 'a@example.org',
  botId: 'agt_0',
  title: null,
  url: null,
  lamports: 20_000_000n,
  priceUsdCents: 200n,
  rate: 10n ** 10n,
  rateSource: 'median(a,b)',
  recipient: 'shop',
  createdAt: 0,
  expiresAt: 100,
};
const transfer = (payer: string, lamports: bigint, at = 0): Transfer => ({
  signature: `${payer}${at}`,
  reference: 'ref',
  payer,
  lamports,
  slot: at,
  at,
  seenAt: at,
});
const delivered: Delivery = {
  reference: 'ref',
  product: 'verified_badge',
  subject: 'agt_0',
  at: 1,
  from: 1,
  until: null,
  refusal: null,
};
const account = (over: Partial<Account>): Account => ({
  order,
  transfers: [],
  delivery: undefined,
  refunds: [],
  ...over,
});

test('each state, at its edge', () => {
  const once = { days: null };
  const month = { days: 30 };
  expect(stateOf(order, 0n, undefined, once, 99)).toBe('awaiting_payment');
  expect(stateOf(order, 0n, undefined, once, 100)).toBe('lapsed');
  expect(stateOf(order, 1n, undefined, once, 100)).toBe('underpaid');
  expect(stateOf(order, 19_999_999n, undefined, once, 0)).toBe('underpaid');
  expect(stateOf(order, 20_000_000n, undefined, once, 500)).toBe('confirmed');
  expect(stateOf(order, 20_000_000n, delivered, once, 500)).toBe('fulfilled');
  expect(stateOf(order, 20_000_000n, { until: 50, refusal: null }, month, 49)).toBe('active');
  expect(stateOf(order, 20_000_000n, { until: 50, refusal: null }, month, 50)).toBe('expired');
  expect(stateOf(order, 20_000_000n, { until: null, refusal: 'no' }, month, 50)).toBe('refused');
});

test('what is over goes back to who sent it last; what was refused or stayed short goes back whole', () => {
  const transfers = [transfer('A', 15_000_000n), transfer('B', 10_000_000n, 1)];
  expect(owedOf(account({ transfers, delivery: delivered }), 500)).toEqual([
    { reference: 'ref', to: 'B', lamports: 5_000_000n, why: 'overpaid' },
  ]);
  const refused = { ...delivered, refusal: 'no' };
  expect(owedOf(account({ transfers, delivery: refused }), 500)).toEqual([
    { reference: 'ref', to: 'B', lamports: 10_000_000n, why: 'refused' },
    { reference: 'ref', to: 'A', lamports: 15_000_000n, why: 'refused' },
  ]);
  const short = account({ transfers: [transfer('A', 15_000_000n)] });
  expect(owedOf(short, 99)).toEqual([]);
  expect(owedOf(short, 100)).toEqual([{ reference: 'ref', to: 'A', lamports: 15_000_000n, why: 'underpaid' }]);
  expect(owedOf(account({ transfers }), 500)).toEqual([]);
});

test('what was sent back is not owed again, and what the fee would eat never is', () => {
  const transfers = [transfer('A', 25_000_000n)];
  const refunds = [{ lamports: 5_000_000n }];
  expect(owedOf(account({ transfers, delivery: delivered, refunds }), 500)).toEqual([]);
  const over = (by: bigint) =>
    owedOf(account({ transfers: [transfer('A', 20_000_000n + by)], delivery: delivered }), 500);
  expect(over(99_999n)).toEqual([]);
  expect(over(100_000n)).toHaveLength(1);
});

test('property: price, refunds and what is owed add up to what came in', () => {
  const parts = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.bigInt(200_000n, 40_000_000n)), { maxLength: 8 });
  fc.assert(
    fc.property(parts, (sent) => {
      const transfers = sent.map(([payer, lamports], i) => transfer(payer, lamports, i));
      const isPaid = sumOf(transfers) >= order.lamports;
      const owed = owedOf(account({ transfers, delivery: isPaid ? delivered : undefined }), 500);
      const kept = sumOf(transfers) - sumOf(owed);
      const most = isPaid ? order.lamports : 0n;
      // A part of less than 100,000 lamports of one address stays.
      expect(kept >= most && kept < most + 300_000n).toBe(true);
      for (const { to, lamports } of owed)
        expect(lamports <= sumOf(transfers.filter(({ payer }) => payer === to))).toBe(true);
    }),
  );
});
