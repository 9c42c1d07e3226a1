import { expect, test } from 'vitest';
import { poolTable } from '../../cli/pools.ts';
import { poolBook } from './book-file.ts';
import { openBook } from './book.ts';
import { orderFault } from './route-order.ts';

const book = openBook(poolBook);
/** ARB over ARB/WETH 0.05% and WETH/USDC 0.05%, judged by ARB/USDC 0.05%. */
const idOf = (name: string): string =>
  [...book.pools.values()].find((p) => `${p.chain} ${p.base.symbol}/${p.quote.symbol}` === name)!.id;
const [arbEth, ethUsdc, arbUsdc] = ['42161 ARB/WETH', '42161 WETH/USDC', '42161 ARB/USDC'].map(idOf) as [
  string,
  string,
  string,
];

test('the book as it is breaks no rule while depths are not known', () => {
  for (const symbol of book.routes.keys()) expect(orderFault(book, symbol), symbol).toBeUndefined();
});

test('of two routes with the same fees the deeper one is first, by its shallowest pool', () => {
  const depths = (first: number, second: number) => (id: string) =>
    new Map([
      [arbEth, first],
      [ethUsdc, 9e7],
      [arbUsdc, second],
    ]).get(id);
  expect(orderFault(book, 'ARB-USD', depths(3e6, 2e6))).toBeUndefined();
  const fault = orderFault(book, 'ARB-USD', depths(2e6, 3e6));
  expect(fault).toEqual({
    what: 'its second route is deeper than its first one, at the same fees',
    fix: 'Swap its two routes',
  });
  // A depth that was not read decides nothing, and depth does not decide between tiers.
  expect(orderFault(book, 'ARB-USD', (id) => (id === arbUsdc ? 3e6 : undefined))).toBeUndefined();
  expect(
    orderFault(book, 'PAXG-USD', (id) => (book.routes.get('PAXG-USD')?.primary[0]?.pool === id ? 1 : 9e9)),
  ).toBeUndefined();
  const found = { pools: new Map(), rates: new Map(), without: new Map(), unreachable: new Map(), failing: new Map() };
  expect(poolTable({ ...found, misordered: new Map([['ARB-USD', fault!]]) })).toContain(
    'ARB-USD has the wrong route first: its second route is deeper than its first one, at the same fees. Swap its two routes.',
  );
});
