/** A small market on a local chain with a yield token: its rate in ether from its own contract, and a pool of it. */
import type { BookData } from '../../src/sources/onchain/book-form.ts';
import { openBook, type Book } from '../../src/sources/onchain/book.ts';
import { startChain, type LocalChain } from './anvil.ts';
import { makeRateToken, type RateToken } from './rate-token.ts';
import { deployUniswap, type LocalPool, type PoolSpec } from './uniswap.ts';

export interface YieldMarket {
  readonly chain: LocalChain;
  readonly data: BookData;
  readonly book: Book;
  readonly pools: {
    readonly ethUsdc: LocalPool;
    readonly ethUsdt: LocalPool;
    readonly stEth: LocalPool;
    readonly savings: LocalPool;
    readonly peg: LocalPool;
  };
  /** 1.2 ether each at the start. */
  readonly staked: RateToken;
  /** ERC-4626 over USDC, 18 decimals over 6; 1.05 at the start. */
  readonly saved: RateToken;
  /** Ids of the two rates. */
  readonly stakedId: string;
  readonly savedId: string;
  id(pool: LocalPool): string;
}

/** @param start timestamp of the first block, seconds. */
export async function openYieldMarket(start: number): Promise<YieldMarket> {
  const chain = await startChain(start);
  try {
    const uniswap = await deployUniswap(chain, { USDC: 6, WETH: 18, STETH: 18, SAVE: 18, USDT: 6 });
    const address = (symbol: string) => uniswap.tokens.find((t) => t.symbol === symbol)!.address;
    const staked = await makeRateToken(chain, address('STETH'), 1);
    const saved = await makeRateToken(chain, address('SAVE'), 2);
    await staked.set(1_200_000_000_000_000_000n);
    await saved.set(1_050_000n);
    const slots = 600;
    const make = async (spec: PoolSpec): Promise<LocalPool> => await uniswap.createPool(spec);
    const ethUsdc = await make({ base: 'WETH', quote: 'USDC', fee: 500, price: 2_000, depth: 20e6, slots });
    const ethUsdt = await make({ base: 'WETH', quote: 'USDT', fee: 3000, price: 2_000, depth: 10e6, slots });
    const stEth = await make({ base: 'STETH', quote: 'WETH', fee: 100, price: 1.2, depth: 5e3, slots });
    const savings = await make({ base: 'SAVE', quote: 'USDT', fee: 500, price: 1.05, depth: 2e6, slots });
    const peg = await make({ base: 'USDC', quote: 'USDT', fee: 100, price: 1, depth: 50e6, slots });
    const pools = { ethUsdc, ethUsdt, stEth, savings, peg };
    const name = (pool: LocalPool): string => `${pool.chain} ${pool.base}/${pool.quote} ${pool.fee}`;
    const { id } = uniswap.chain;
    const data: BookData = {
      id: 'yield',
      chains: [uniswap.chain],
      tokens: uniswap.tokens,
      pools: Object.values(pools),
      rates: [
        { chain: id, base: 'STETH', quote: 'WETH', read: 'stEthPerToken', seenIn: ['test'] },
        { chain: id, base: 'SAVE', quote: 'USDC', read: 'convertToAssets', seenIn: ['test'] },
      ],
      routes: [
        { symbol: 'ETH-USD', token: 'WETH', primary: [name(ethUsdc)], second: [name(ethUsdt)] },
        {
          symbol: 'WSTETH-USD',
          token: 'STETH',
          primary: [`${id} STETH/WETH rate`, name(ethUsdc)],
          second: [name(stEth), name(ethUsdt)],
        },
        { symbol: 'SDAI-USD', token: 'SAVE', primary: [`${id} SAVE/USDC rate`], second: [name(savings)] },
      ],
      dollars: ['USDC', 'USDT'],
      pegs: [name(peg)],
      depthMin: { USDC: 250_000, USDT: 250_000, WETH: 100 },
    };
    const book = openBook(data);
    const [stakedId = '', savedId = ''] = book.rates.keys();
    return { chain, data, book, pools, staked, saved, stakedId, savedId, id: (p) => `${p.chain}:${p.address}` };
  } catch (e) {
    await chain.close();
    throw e;
  }
}
