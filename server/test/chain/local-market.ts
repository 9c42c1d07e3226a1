/**
 * A small market on a local chain: three symbols, tokens with 6, 8 and 18 decimals, both orders of tokens, routes over one pool and
 * over two.
 */
import type { BookData } from '../../src/sources/onchain/book-form.ts';
import { openBook, type Book } from '../../src/sources/onchain/book.ts';
import { startChain, type LocalChain } from './anvil.ts';
import { deployUniswap, type LocalPool, type PoolSpec } from './uniswap.ts';

export interface LocalMarket {
  readonly chain: LocalChain;
  readonly data: BookData;
  readonly book: Book;
  readonly pools: {
    /** The names say base and quote, and which of them is token0. */
    readonly ethUsdc: LocalPool;
    readonly ethUsdt: LocalPool;
    readonly btcUsdc: LocalPool;
    readonly btcEth: LocalPool;
    readonly goldUsdt: LocalPool;
    readonly goldUsdc: LocalPool;
    readonly peg: LocalPool;
  };
  /** Id under which the source knows a pool. */
  id(pool: LocalPool): string;
}

export interface LocalMarketOptions {
  /** Timestamp of the first block, seconds. */
  readonly start: number;
  /** Slots of every pool's ring buffer; 600 when absent. */
  readonly slots?: number;
  /** Slots of the pool GOLD/USDC, and its depth. */
  readonly goldSlots?: number;
  readonly goldDepth?: number;
}

export async function openLocalMarket(options: LocalMarketOptions): Promise<LocalMarket> {
  const { start, slots = 600, goldSlots = slots, goldDepth = 2e6 } = options;
  const chain = await startChain(start);
  try {
    // The order of the addresses: USDC < WETH < WBTC < GOLD < USDT.
    const uniswap = await deployUniswap(chain, { USDC: 6, WETH: 18, WBTC: 8, GOLD: 6, USDT: 6 });
    const make = async (spec: PoolSpec): Promise<LocalPool> => await uniswap.createPool(spec);
    const ethUsdc = await make({ base: 'WETH', quote: 'USDC', fee: 500, price: 2_000, depth: 20e6, slots });
    const ethUsdt = await make({ base: 'WETH', quote: 'USDT', fee: 3000, price: 2_000, depth: 10e6, slots });
    const btcUsdc = await make({ base: 'WBTC', quote: 'USDC', fee: 3000, price: 60_000, depth: 10e6, slots });
    const btcEth = await make({ base: 'WBTC', quote: 'WETH', fee: 500, price: 30, depth: 5e3, slots });
    const goldUsdt = await make({ base: 'GOLD', quote: 'USDT', fee: 500, price: 2_700, depth: 2e6, slots });
    const goldUsdc = await make({
      base: 'GOLD',
      quote: 'USDC',
      fee: 10_000,
      price: 2_700,
      depth: goldDepth,
      slots: goldSlots,
    });
    const peg = await make({ base: 'USDC', quote: 'USDT', fee: 100, price: 1, depth: 50e6, slots });
    const pools = { ethUsdc, ethUsdt, btcUsdc, btcEth, goldUsdt, goldUsdc, peg };
    const name = (pool: LocalPool): string => `${pool.chain} ${pool.base}/${pool.quote} ${pool.fee}`;
    const data: BookData = {
      id: 'local',
      chains: [uniswap.chain],
      tokens: uniswap.tokens,
      pools: Object.values(pools),
      rates: [],
      routes: [
        { symbol: 'ETH-USD', token: 'WETH', primary: [name(ethUsdc)], second: [name(ethUsdt)] },
        { symbol: 'BTC-USD', token: 'WBTC', primary: [name(btcUsdc)], second: [name(btcEth), name(ethUsdt)] },
        { symbol: 'PAXG-USD', token: 'GOLD', primary: [name(goldUsdt)], second: [name(goldUsdc)] },
      ],
      dollars: ['USDC', 'USDT'],
      pegs: [name(peg)],
      depthMin: { USDC: 250_000, USDT: 250_000, WETH: 100 },
    };
    return { chain, data, book: openBook(data), pools, id: (pool) => `${pool.chain}:${pool.address}` };
  } catch (e) {
    await chain.close();
    throw e;
  }
}
