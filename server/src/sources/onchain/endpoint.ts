/** One RPC endpoint of a chain: its head, a header at a height, and the oracles of many pools in one call. Nothing is judged here. */
import {
  AbiDecodingZeroDataError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
  type BaseError,
  type Hash,
} from 'viem';
import type { OnchainPool, OnchainRate } from './book.ts';
import { poolAbi, rateCall, stateAt } from './contracts.ts';
import type { Observation } from './guards.ts';
import type { Header } from './heads.ts';
import { recoverCumulatives, type PoolLogs, type Recovered } from './recover.ts';

/** In the order of what was asked for. */
export interface ReadAt {
  readonly pools: (Observation | 'old' | 'none')[];
  readonly rates: (bigint | 'none')[];
}

export interface Endpoint {
  /** Host of the URL, for logs: the rest of it may hold a key. */
  readonly host: string;
  head(): Promise<Header>;
  headerAt(height: bigint): Promise<Header>;
  /** Height of the newest block that can no longer be replaced. */
  finalHeight(): Promise<bigint>;
  /**
   * `observe(secondsAgo)` of every pool, and every rate as its contract gives it, in the state after the block with this hash, in one
   * `eth_call`. The node refuses when the block is not part of its chain any more. `old` = the pool's ring buffer does not reach back so
   * far; `none` = there is no such pool or contract.
   */
  readAt(
    block: Hash,
    pools: readonly OnchainPool[],
    secondsAgo: readonly [number, number],
    rates: readonly OnchainRate[],
  ): Promise<ReadAt>;
  /** Both accumulators of a pool at some seconds, recomputed from its logs (recover.ts). @param known logs that were read before. */
  recover(
    pool: OnchainPool,
    block: Header,
    seconds: readonly number[],
    known: PoolLogs | undefined,
    until: number,
  ): Promise<Recovered>;
}

export function createEndpoint(url: string, timeoutMs: number): Endpoint {
  const client = createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0 }), cacheTime: 0 });

  const readAt: Endpoint['readAt'] = async (block, pools, secondsAgo, rates) => {
    const results = await client.multicall({
      contracts: [
        ...pools.map((pool) => ({
          address: pool.address,
          abi: poolAbi,
          functionName: 'observe' as const,
          args: [secondsAgo] as const,
        })),
        ...rates.map(rateCall),
      ],
      ...stateAt(block),
      allowFailure: true,
    });
    return {
      pools: results.slice(0, pools.length).map((r) => {
        if (r.status === 'failure') return poolFault(r.error as BaseError);
        const [[t0, t1], [s0, s1]] = r.result as readonly [readonly bigint[], readonly bigint[]];
        if (t0 === undefined || t1 === undefined || s0 === undefined || s1 === undefined) return 'none';
        return { tickCumulatives: [t0, t1], secondsPerLiquidityX128: [s0, s1] };
      }),
      rates: results.slice(pools.length).map((r) => {
        if (r.status === 'success') return r.result as bigint;
        poolFault(r.error as BaseError);
        return 'none';
      }),
    };
  };

  return {
    host: new URL(url).host,
    head: async () => header(await client.getBlock({ blockTag: 'latest' })),
    headerAt: async (height) => header(await client.getBlock({ blockNumber: height })),
    finalHeight: async () => (await client.getBlock({ blockTag: 'finalized' })).number,
    readAt,
    recover: async (pool, block, seconds, known, until) =>
      await recoverCumulatives({ client, pool: pool.address, block, seconds, known, until }),
  };
}

function header({ number, hash, timestamp }: { number: bigint; hash: Hash; timestamp: bigint }): Header {
  return { number, hash, timestamp: Number(timestamp) };
}

/** What a failed part of the batch means. A fault of the whole call is thrown: it says nothing about a pool. */
function poolFault(error: BaseError): 'old' | 'none' {
  const reverted = error.walk((e) => e instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) return reverted.reason === 'OLD' ? 'old' : 'none';
  const empty = error.walk((e) => e instanceof AbiDecodingZeroDataError || e instanceof ContractFunctionZeroDataError);
  if (empty) return 'none';
  throw error;
}
