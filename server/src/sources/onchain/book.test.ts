import { expect, test } from 'vitest';
import { catalogueSymbols, leagues } from '../../league/catalogue.ts';
import { poolBook } from './book-file.ts';
import type { BookData } from './book-form.ts';
import { openBook, poolAddress } from './book.ts';

const book = openBook(poolBook);

test('every pool is the one that its factory gives to these tokens and this fee, in this order', () => {
  for (const pool of book.pools.values()) {
    const chain = book.chains.get(pool.chain)!;
    expect(poolAddress(chain, pool.token0.address, pool.token1.address, pool.fee)).toBe(pool.address);
    expect(BigInt(pool.token0.address) < BigInt(pool.token1.address)).toBe(true);
    expect(poolAddress(chain, pool.token1.address, pool.token0.address, pool.fee)).not.toBe(pool.address);
    expect(pool.decimalShift).toBe(pool.token0.decimals - pool.token1.decimals);
  }
  expect(book.pools.size).toBe(poolBook.pools.length);
});

test('a rate is asked of the yield token itself, and its route is judged by a market', () => {
  const rates = [...book.rates.values()];
  expect(rates.map((r) => r.id)).toEqual([
    '1:0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0:stEthPerToken',
    '1:0xae78736Cd615f374D3085123A210448E74Fc6393:getExchangeRate',
  ]);
  for (const rate of rates) {
    expect(rate).toMatchObject({ average: 'point', chain: 1 });
    const over = [...book.routes.values()].filter((r) => r.primary.some((leg) => leg.pool === rate.id));
    expect(over).toHaveLength(1);
    expect(over[0]!.primary[0]).toEqual({ pool: rate.id });
    expect(book.pools.get(over[0]!.second[0]!.pool)?.base.symbol).toBe(rate.base.symbol);
  }
});

test('no pool stands in the book for nothing, and each is used by a route or the peg guard', () => {
  const used = new Set(book.pegs);
  for (const route of book.routes.values()) for (const leg of [...route.primary, ...route.second]) used.add(leg.pool);
  expect([...book.pools.keys(), ...book.rates.keys()].filter((id) => !used.has(id))).toEqual([]);
});

test('every symbol is in the catalogue, and its two routes share no pool of its own token', () => {
  const known = new Set(catalogueSymbols.map((s) => s.symbol));
  for (const route of book.routes.values()) {
    expect(known.has(route.symbol)).toBe(true);
    const first = route.primary.map((leg) => leg.pool);
    expect(route.second.filter((leg) => first.includes(leg.pool))).toEqual([]);
  }
});

test('which leagues the book can price', () => {
  const priced = leagues.flatMap((l) => {
    const symbols = l.symbols.filter((s) => book.routes.has(s));
    return symbols.length === 0 ? [] : [`${l.id}: ${symbols.map((s) => s.slice(0, -4)).join(' ')}`];
  });
  expect(priced).toEqual([
    'spot_crypto: BTC ETH LINK UNI AAVE LDO GRT ENS ARB PEPE SHIB PAXG',
    'altcoin_hunters: LINK UNI AAVE LDO GRT ENS ARB PEPE SHIB',
    'defi_income: WSTETH RETH CBETH LDO AAVE',
    'lend_borrow: AAVE WSTETH',
    'liquidity_pools: UNI ETH WSTETH',
    'tokenized: BTC ETH PAXG XAUT WBTC CBBTC',
    'crypto_l1: BTC ETH',
    'crypto_l2: ARB',
    'crypto_l3: LINK UNI AAVE GRT ENS LDO',
    'crypto_alt: LINK SHIB PEPE',
    'multi: BTC ETH LINK AAVE UNI PAXG XAUT WSTETH',
  ]);
});

test('each chain has endpoints to compare, over TLS', () => {
  for (const chain of book.chains.values()) {
    expect(new Set(chain.rpcUrls).size).toBeGreaterThanOrEqual(2);
    for (const url of chain.rpcUrls) expect(url).toMatch(/^https:\/\//);
  }
});

test('a route walks from its token to a dollar coin', () => {
  const id = (name: string): string =>
    [...book.pools.values()].find((p) => `${p.chain} ${p.base.symbol}/${p.quote.symbol} ${p.fee}` === name)!.id;
  expect(book.routes.get('ETH-USD')).toEqual({
    symbol: 'ETH-USD',
    primary: [{ pool: id('1 WETH/USDC 500'), invert: true }],
    second: [{ pool: id('1 WETH/USDT 3000') }],
    spread: 10,
  });
  // XAUT is token1 of PAXG/XAUT: one XAUT in PAXG is the inverse of what the pool says.
  expect(book.routes.get('XAUT-USD')?.second).toEqual([
    { pool: id('1 PAXG/XAUT 500'), invert: true },
    { pool: id('1 PAXG/USDC 500') },
  ]);
});

const [firstPool, ...otherPools] = poolBook.pools as [BookData['pools'][number], ...BookData['pools']];
const [firstRoute] = poolBook.routes as [BookData['routes'][number]];

test.each<[string, Partial<BookData>, string]>([
  ['an address', { pools: [{ ...firstPool, address: otherPools[0]!.address }, ...otherPools] }, 'the factory gives it'],
  ['a fee', { pools: [{ ...firstPool, fee: 100 }, ...otherPools] }, 'the factory gives it'],
  ['a token', { pools: [{ ...firstPool, base: 'LINK' }, ...otherPools] }, 'the factory gives it'],
  ['an unknown token', { pools: [{ ...firstPool, base: 'DOGE' }, ...otherPools] }, 'DOGE on Ethereum is not in'],
  ['a pool twice', { pools: [firstPool, firstPool, ...otherPools] }, 'stands twice'],
  ['a route over a wrong pool', { routes: [{ ...firstRoute, token: 'LINK' }] }, 'has no LINK'],
  [
    'a route that ends in ether',
    { routes: [{ ...firstRoute, primary: ['1 LINK/WETH 3000'], token: 'LINK' }] },
    'ends in WETH',
  ],
  ['a route over an unknown pool', { routes: [{ ...firstRoute, primary: ['1 WBTC/USDC 1'] }] }, 'not in the pool book'],
  ['a rate twice', { rates: [...poolBook.rates, poolBook.rates[0]!] }, 'stands twice'],
  ['a rate of an unknown token', { rates: [{ ...poolBook.rates[0]!, base: 'stETH' }] }, 'stETH on Ethereum is not in'],
  ['a rate as a peg', { pegs: ['1 rETH/WETH rate'] }, 'cannot guard a peg'],
  ['a symbol twice', { routes: [firstRoute, firstRoute] }, 'has two routes'],
])('a book with a wrong entry is refused: %s', (_what, change, message) => {
  expect(() => openBook({ ...poolBook, ...change })).toThrow(message);
});
