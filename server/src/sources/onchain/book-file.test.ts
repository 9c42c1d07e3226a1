import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SetupError } from '../../lib/setup-error.ts';
import { parseBook, poolBook, readBookFile } from './book-file.ts';
import { openBook } from './book.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/contributing/add-a-pool.md'), 'utf8');
const example = /^```json\n([\s\S]+?)^```/m.exec(guide)?.[1] ?? '';

type Json = Record<string, never>;
type Row = Record<string, unknown>;
interface Book {
  format: string;
  chains: Row[];
  tokens: Row[];
  pools: Row[];
  rates?: Row[];
  routes: Row[];
  dollars: string[];
  pegs: string[];
  depthMin: Row;
}

const fresh = (): Book => JSON.parse(example) as Book;
const parse = (book: Book | Json): ReturnType<typeof parseBook> => parseBook(JSON.stringify(book), 'pools.json');

function refusal(change: (book: Book) => void): SetupError {
  const book = fresh();
  change(book);
  try {
    parse(book);
  } catch (e) {
    if (e instanceof SetupError) return e;
    throw e;
  }
  throw new Error('it was taken');
}

test('the example of docs/contributing/add-a-pool.md is a whole book, and says what the built-in one says of the same pools', () => {
  const data = parse(fresh());
  const book = openBook(data);
  const builtIn = openBook(poolBook);
  // Without a spread of its own a book charges the fees, which the built-in one knows to be more than needed.
  expect(book.routes.get('ETH-USD')).toEqual({ ...builtIn.routes.get('ETH-USD'), spread: 50 });
  expect(book.pegs).toEqual(builtIn.pegs);
  for (const [id, { base, quote, ...pool }] of book.pools) {
    const { base: _, quote: __, token0, token1, ...same } = builtIn.pools.get(id)!;
    expect(pool).toMatchObject({ ...same, token0: { address: token0.address }, token1: { address: token1.address } });
    expect([base.listedBy, quote.listedBy]).toEqual([[], []]);
  }
  expect(data.chains[0]).toMatchObject({ rpcUrls: [], poolInitCodeHash: poolBook.chains[0]!.poolInitCodeHash });
});

test('the built-in book is a file like any other: an operator can start from a copy of it', () => {
  const { id, ...copy } = readBookFile(resolve(import.meta.dirname, 'pools.json'));
  const { id: builtIn, ...book } = poolBook;
  expect(copy).toEqual(book);
  expect(id).toMatch(/^file-/);
  expect(builtIn).toBe('uniswap-v3');
});

test('its id is that of the content: neither layout, nor the case of addresses, nor endpoints and evidence matter', () => {
  const { id } = parse(fresh());
  expect(id).toMatch(/^file-[0-9a-f]{16}$/);
  const other = fresh();
  other.chains[0]!['rpcUrls'] = ['http://127.0.0.1:8545'];
  other.tokens[0]!['listedBy'] = ['a list'];
  other.pools[0]!['seenIn'] = ['a file'];
  other.pools[0]!['created'] = 12;
  other.pools = other.pools.map((p) => ({ ...p, address: String(p['address']).toLowerCase() }));
  other.depthMin = { USDT: 250_000, USDC: 250_000 };
  expect(parseBook(JSON.stringify(Object.fromEntries(Object.entries(other).toReversed()), null, 7), 'x').id).toBe(id);
});

test.each<[string, (book: Book) => void]>([
  ['a depth', (b) => (b.depthMin['USDC'] = 250_001)],
  ['a lag', (b) => (b.chains[0]!['lagSeconds'] = 25)],
  ['decimals', (b) => (b.tokens[0]!['decimals'] = 17)],
  ['a spread', (b) => (b.routes[0]!['spreadBps'] = 7)],
  ['a symbol', (b) => (b.routes[0]!['symbol'] = 'BTC-USD')],
  ['a rate', (b) => (b.rates = [{ chain: 1, base: 'WETH', quote: 'USDC', read: 'convertToAssets' }])],
])('and what prices depend on does: %s', (_what, change) => {
  const book = fresh();
  change(book);
  expect(parse(book).id).not.toBe(parse(fresh()).id);
});

const pool = { base: 'WETH', quote: 'USDC', fee: 3000, address: '0x8ad599c3A0ff1De082011EFDDc58f1908eb6e6D8' };

test.each<[string, (book: Book) => void, string]>([
  ['another format', (b) => (b.format = 'papertape-pools/2'), 'format: it must be "papertape-pools/1"'],
  ['no chains', (b) => (b.chains = []), 'chains: '],
  ['a member missing', (b) => delete b.chains[0]!['factory'], 'chains[0] (Ethereum) factory: it is missing'],
  ['a member unknown', (b) => (b.pools[1]!['feee'] = 1), 'pools[1] (1 WETH/USDT 3000): "feee" is not known here'],
  ['a short address', (b) => (b.tokens[2]!['address'] = '0x12'), 'tokens[2] (1 USDT) address: an address is 0x and 40'],
  ['decimals in words', (b) => (b.tokens[0]!['decimals'] = '18'), 'tokens[0] (1 WETH) decimals: '],
  ['decimals beyond all bounds', (b) => (b.tokens[0]!['decimals'] = 37), 'tokens[0] (1 WETH) decimals: '],
  [
    'an endpoint that is no URL',
    (b) => (b.chains[0]!['rpcUrls'] = ['ws://a.test']),
    'chains[0] (Ethereum) rpcUrls.0: ',
  ],
  ['a depth of nothing', (b) => (b.depthMin['USDC'] = 0), 'depthMin.USDC: '],
  ['no least depth', (b) => delete b.depthMin['USDT'], 'the least depth in USDT is not in the pool book'],
  ['a wrong address', (b) => (b.pools[0]!['address'] = pool.address), '1 WETH/USDC 500 has the address'],
  ['a wrong fee', (b) => (b.pools[0]!['fee'] = 501), 'the factory gives it'],
  ['a wrong factory', (b) => (b.chains[0]!['factory'] = pool.address), 'the factory gives it'],
  ['an unknown chain', (b) => (b.pools[0]!['chain'] = 2), 'chain 2 is not in the pool book'],
  ['an unknown token', (b) => (b.pools[0]!['base'] = 'DOGE'), 'DOGE on Ethereum is not in the pool book'],
  ['a pool twice', (b) => b.pools.push(b.pools[0]!), '1 WETH/USDC 500 stands twice'],
  ['a token twice', (b) => b.tokens.push({ ...b.tokens[0]!, decimals: 6 }), 'token 1 WETH stands twice'],
  [
    'one token under two names',
    (b) => b.tokens.push({ ...b.tokens[0]!, symbol: 'ETH' }),
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 stands twice',
  ],
  ['a chain twice', (b) => b.chains.push({ ...b.chains[0]!, name: 'Other' }), 'chain 1 stands twice'],
  ['a route without a pool', (b) => (b.routes[0]!['second'] = []), 'routes[0] (ETH-USD) second: '],
  [
    'a route over a pool that is not there',
    (b) => (b.routes[0]!['second'] = ['1 WETH/USDT 500']),
    '1 WETH/USDT 500 is not in the pool book',
  ],
  [
    'routes over one pool',
    (b) => (b.routes[0]!['second'] = ['1 WETH/USDC 500']),
    'both routes of ETH-USD go over 1 WETH/USDC 500',
  ],
  ['a symbol of nobody', (b) => (b.routes[0]!['symbol'] = 'FROG-USD'), 'FROG-USD is no symbol of the catalogue'],
  ['a symbol with two routes', (b) => b.routes.push(b.routes[0]!), 'ETH-USD has two routes'],
  ['a route that ends in ether', (b) => (b.dollars = ['USDT']), 'ends in USDC, not in a dollar coin'],
  ['a dollar without a peg', (b) => b.dollars.push('WETH'), 'WETH counts as a dollar, and no pool of pegs has it'],
  [
    'a rate by an unknown function',
    (b) => (b.rates = [{ chain: 1, base: 'WETH', quote: 'USDC', read: 'rate' }]),
    'rates[0] (1 WETH/USDC) read: it must be "stEthPerToken" or',
  ],
  ['no pegs', (b) => (b.pegs = []), 'pegs: '],
])('%s is refused, with the entry and a fix', (_what, change, named) => {
  const { message, fix } = refusal(change);
  expect(message).toMatch(/^The pool book pools\.json has a fault: .+\.$/s);
  expect(message).toContain(named);
  expect(fix).toMatch(/^(Mend|Take|Name) .+\.$/);
});

test('what is no JSON, and what is no file', () => {
  expect(() => parseBook('{"format":', 'x.json')).toThrow(/^The pool book x\.json has a fault: it is no JSON: /);
  expect(() => parseBook('[]', 'x.json')).toThrow('the file: ');
  expect(() => parseBook('null', 'x.json')).toThrow('the file: ');
  expect(() => readBookFile('/no/such/file.json')).toThrow('The pool book /no/such/file.json cannot be read (ENOENT).');
});

describe('the rule of the first route', () => {
  const paxg = { chain: 1, symbol: 'PAXG', address: '0x45804880De22913dAFE09f4980848ECE6EcbAf78', decimals: 18 };
  const [eth] = fresh().routes;

  test('a route of higher fees is not first', () => {
    const swapped = refusal(
      (book) => (book.routes = [{ ...eth, primary: ['1 WETH/USDT 3000'], second: ['1 WETH/USDC 500'] }]),
    );
    expect(swapped.message).toContain(
      'ETH-USD: its first route takes 1 WETH/USDT 3000, and 1 WETH/USDC 500 does the same step for 0.05% or less',
    );
    expect(swapped.fix).toBe(
      'Take 1 WETH/USDC 500 for that step of the first route; if the second route has it, swap the two routes.',
    );
    const pools = builtInPools(['PAXG/USDC 500', 'PAXG/WETH 3000']);
    const over = refusal((book) => {
      book.tokens.push(paxg);
      book.pools.push(...pools);
      book.depthMin = { ...book.depthMin, WETH: 100 };
      book.routes = [
        {
          symbol: 'PAXG-USD',
          token: 'PAXG',
          primary: ['1 PAXG/WETH 3000', '1 WETH/USDC 500'],
          second: ['1 PAXG/USDC 500'],
        },
      ];
    });
    expect(over.message).toContain('its first route has fees up to 0.3%, its second one only up to 0.05%');
    expect(over.fix).toBe('Swap its two routes.');
  });

  test('a spread is at least what staleness may pay, and the fees where nobody has worked that out', () => {
    const spreadOf = (own: object): number | undefined => {
      const book = fresh();
      book.routes = [{ ...eth, ...own }];
      return openBook(parse(book)).routes.get('ETH-USD')?.spread;
    };
    expect(spreadOf({ spreadBps: 1 })).toBe(10);
    expect(spreadOf({ spreadBps: 2.5 })).toBe(25);
    const low = refusal((book) => (book.routes = [{ ...eth, spreadBps: 0.9 }]));
    expect(low.message).toContain('ETH-USD: a spread of 0.9 bps is less than staleness may pay, which is 1 bps');
    expect(low.fix).toBe(
      'Set its spreadBps to 1 or more, or leave it out: then it is 5, the fees of its first route and 1 for each rate.',
    );
    // The same pool for another symbol is one that nobody has worked out.
    const other = refusal((book) => (book.routes = [{ ...eth, symbol: 'WEETH-USD', spreadBps: 4.9 }]));
    expect(other.message).toContain('which is 5 bps');
    expect(refusal((book) => (book.routes = [{ ...eth, spreadBps: 1.05 }])).message).toContain('one decimal at most');
  });

  const builtInPools = (names: string[]): Row[] =>
    poolBook.pools
      .filter((p) => p.chain === 1 && names.includes(`${p.base}/${p.quote} ${p.fee}`))
      .map(({ chain, base, quote, fee, address }) => ({ chain, base, quote, fee, address }));
});
