import { expect, test } from 'vitest';
import { poolBook } from './book-file.ts';
import { openBook } from './book.ts';
import type { BookRoute } from './book-form.ts';
import { chooseFirst, isThin, spreadOfFees, type Candidate, type CandidateLeg } from './first-route.ts';

const leg = (name: string, depthUsd = 1e6): CandidateLeg => {
  const [, pair = '', last = ''] = name.split(' ');
  const [from = '', to = ''] = pair.split('/').map((token) => (poolBook.dollars.includes(token) ? 'USD' : token));
  const isRate = last === 'rate';
  return { name, from, to, fee: isRate ? 0 : Number(last), isRate, depthUsd: isRate ? Infinity : depthUsd };
};
const route = (...legs: (string | [string, number])[]): Candidate =>
  legs.map((l) => (typeof l === 'string' ? leg(l) : leg(...l)));
const names = (chosen: Candidate): string[] => chosen.map((l) => l.name);

test('the lowest tier comes before depth', () => {
  const wide = route(['1 WBTC/USDC 3000', 9e8]);
  const narrow = route(['42161 WBTC/WETH 500', 4e6], ['42161 WETH/USDC 500', 3e7]);
  expect(chooseFirst([wide, narrow])).toBe(narrow);
});

test('of one tier the deepest is first, by its shallowest pool, and then the shorter', () => {
  const long = route(['1 WBTC/WETH 500', 2e7], ['1 WETH/USDC 500', 9e8]);
  const short = route(['42161 WBTC/USDC 500', 3e7]);
  expect(chooseFirst([long, short])).toBe(short);
  expect(chooseFirst([route(['1 WBTC/WETH 500', 3e7], ['1 WETH/USDC 500', 9e8]), short])).toBe(short);
});

test('a step above 0.05% is never first where one at or below it exists, whatever the depth', () => {
  const over = route(['1 AAVE/WETH 3000', 5e6], ['1 WETH/USDT 3000', 9e8]);
  const under = route(['1 AAVE/WETH 3000', 5e6], ['1 WETH/USDC 500', 1e6]);
  expect(chooseFirst([over, under])).toBe(under);
});

test('exactly 0.05% is not thin, a hundredth of a basis point more is; a rate has no fee', () => {
  expect(isThin(route('1 PAXG/USDC 500'))).toBeUndefined();
  expect(isThin(route('1 PAXG/USDC 501'))).toContain('1 PAXG/USDC 501 takes 0.0501%');
  expect(isThin(route('1 wstETH/WETH rate', '1 WETH/USDC 500'))).toBeUndefined();
  expect(spreadOfFees(route('1 LINK/WETH 3000', '1 WETH/USDC 500'))).toBe(350);
  expect(spreadOfFees(route('1 wstETH/WETH rate', '1 WETH/USDC 500'))).toBe(60);
});

test('there must be a route', () => {
  expect(() => chooseFirst([])).toThrow('no route');
});

/** Both routes that the book has of a symbol; depths are not in the book, and count as equal. */
const tierOf = (legs: readonly string[]): number => Math.max(...legs.map((name) => leg(name).fee));

test.each(poolBook.routes.map((r): [string, BookRoute] => [r.symbol, r]))(
  '%s: its first route is of the tier that the rule chooses',
  (_, { primary, second }) => {
    const chosen = chooseFirst(
      [route(...primary), route(...second)],
      poolBook.pools.map((p) => leg(`${p.chain} ${p.base}/${p.quote} ${p.fee}`)),
    );
    expect(tierOf(primary)).toBe(tierOf(names(chosen)));
  },
);

test('exactly the coins of 0.3% are thin', () => {
  expect([...openBook(poolBook).thin.keys()]).toEqual([
    'LINK-USD',
    'UNI-USD',
    'AAVE-USD',
    'LDO-USD',
    'GRT-USD',
    'ENS-USD',
    'PEPE-USD',
    'SHIB-USD',
  ]);
});
