/** One RPC endpoint of a chain: its head, a header at a height, and the oracles of many pools in one call. Nothing is judged here. */
import {
  AbiDecodingZeroDataError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
  parseAbi,
  type BaseError,
  type Hash,
} from 'viem';
import type { OnchainPool, OnchainRate } from './book.ts';
import type { Observation } from './guards.ts';
import type { Header } from './heads.ts';
import { recoverCumulatives, type PoolLogs, type Recovered } from './recover.ts';

export interface Endpoint {
  /** Host of the URL, for logs: the rest of it may hold a key. */
  readonly host: string;
  head(): Promise<Header>;
  headerAt(height: bigint): Promise<Header>;
  /** Height of the newest block that can no longer be replaced. */
  finalHeight(): Promise<bigint>;
  /**
   * `observe(secondsAgo)` of every pool in the state after the block with this hash, in one `eth_call`. The node refuses when the
   * block is not part of its chain any more. `old` = the pool's ring buffer does not reach back so far; `none` = there is no such pool.
   */
  observe(
    block: Hash,
    pools: readonly OnchainPool[],
    secondsAgo: readonly [number, number],
  ): Promise<(Observation | 'old' | 'none')[]>;
  /** The same, and in the same call the rates, as their contracts give them. */
  readAt(
    block: Hash,
    pools: readonly OnchainPool[],
    secondsAgo: readonly [number, number],
    rates: readonly OnchainRate[],
  ): Promise<{ readonly pools: (Observation | 'old' | 'none')[]; readonly rates: (bigint | 'none')[] }>;
  /** Both accumulators of a pool at some seconds, recomputed from its logs (recover.ts). @param known logs that were read before. */
  recover(
    pool: OnchainPool,
    block: Header,
    seconds: readonly number[],
    known: PoolLogs | undefined,
    until: number,
  ): Promise<Recovered>;
}

const oracleAbi = parseAbi([
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
]);

export const rateAbi = parseAbi([
  'function stEthPerToken() view returns (uint256)',
  'function getExchangeRate() view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
]);

export function createEndpoint(url: string, timeoutMs: number): Endpoint {
  const client = createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0 }), cacheTime: 0 });

  async function readAt(
    block: Hash,
    pools: readonly OnchainPool[],
    secondsAgo: readonly [number, number],
    rates: readonly OnchainRate[],
  ): Promise<{ readonly pools: (Observation | 'old' | 'none')[]; readonly rates: (bigint | 'none')[] }> {
    const results = await client.multicall({
      contracts: [
        ...pools.map((pool) => ({
          address: pool.address,
          abi: oracleAbi,
          functionName: 'observe' as const,
          args: [secondsAgo] as const,
        })),
        ...rates.map(rateCall),
      ],
      blockHash: block,
      requireCanonical: true,
      // The code that makes many calls of one travels with the request: no contract has to be there.
      deployless: true,
      // All in one call, so that all pools are read in one state.
      batchSize: 0,
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
  }

  return {
    host: new URL(url).host,
    async head() {
      return header(await client.getBlock({ blockTag: 'latest' }));
    },
    async headerAt(height) {
      return header(await client.getBlock({ blockNumber: height }));
    },
    async finalHeight() {
      return (await client.getBlock({ blockTag: 'finalized' })).number;
    },
    observe: async (block, pools, secondsAgo) => (await readAt(block, pools, secondsAgo, [])).pools,
    readAt,
    recover: async (pool, block, seconds, known, until) =>
      await recoverCumulatives({ client, pool: pool.address, block, seconds, known, until }),
  };
}

/** A rate as a call of its contract. */
export function rateCall(rate: Pick<OnchainRate, 'address' | 'read' | 'base'>) {
  const contract = { address: rate.address, abi: rateAbi } as const;
  if (rate.read !== 'convertToAssets') return { ...contract, functionName: rate.read };
  return { ...contract, functionName: rate.read, args: [10n ** BigInt(rate.base.decimals)] as const };
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
