import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditOf, type ChainTransaction } from './credit.ts';

const tx = (over: Partial<ChainTransaction> = {}): ChainTransaction => ({
  signature: 's',
  slot: 1,
  blockTime: 0,
  failed: false,
  accounts: ['payer', 'shop', 'ref', 'system'],
  before: [100n, 10n, 0n, 1n],
  after: [54n, 50n, 0n, 1n],
  ...over,
});

test('what the recipient has more than before, when the reference is named and the transaction succeeded', () => {
  expect(creditOf(tx(), 'ref', 'shop')).toEqual({ lamports: 40n, payer: 'payer' });
  expect(creditOf(tx({ failed: true }), 'ref', 'shop')).toBeUndefined();
  expect(creditOf(tx(), 'other', 'shop')).toBeUndefined();
  expect(creditOf(tx(), 'ref', 'elsewhere')).toBeUndefined();
  expect(creditOf(tx({ after: [54n, 10n, 0n, 1n] }), 'ref', 'shop')).toBeUndefined();
  expect(creditOf(tx({ after: [54n, 9n, 0n, 1n] }), 'ref', 'shop')).toBeUndefined();
});

test('an answer whose balances are not those of its accounts pays nothing', () => {
  expect(creditOf(tx({ after: [1_000n, 1_000n] }), 'ref', 'shop')).toBeUndefined();
  expect(creditOf(tx({ accounts: [], before: [], after: [] }), 'ref', 'shop')).toBeUndefined();
});

test('property: as a naive reading of the balances by name', () => {
  const names = fc.constantFrom('payer', 'shop', 'ref', 'guard', 'memo');
  const amounts = fc.bigInt(0n, 10n ** 12n);
  const accounts = fc.uniqueArray(fc.tuple(names, amounts, amounts), { selector: ([name]) => name, minLength: 1 });
  fc.assert(
    fc.property(accounts, fc.boolean(), (rows, failed) => {
      const [names, before, after] = [0, 1, 2].map((i) => rows.map((row) => row[i])) as [string[], bigint[], bigint[]];
      const change = new Map(rows.map(([name, from, to]) => [name, to - from]));
      const gain = failed || !change.has('ref') ? 0n : (change.get('shop') ?? 0n);
      const expected = gain > 0n ? { lamports: gain, payer: names[0] } : undefined;
      expect(creditOf(tx({ accounts: names, before, after, failed }), 'ref', 'shop')).toEqual(expected);
    }),
  );
});
