/** The contracts that are asked, and how many calls are made of them in the state of one block. */
import { BaseError, parseAbi, type Hash } from 'viem';
import type { OnchainRate } from './book.ts';
import { messageOf } from '../../lib/text.ts';

/** A Uniswap v3 pool. */
export const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function fee() view returns (uint24)',
  'function factory() view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
  'function observations(uint256 index) view returns (uint32 blockTimestamp, int56 tickCumulative, uint160 secondsPerLiquidityCumulativeX128, bool initialized)',
]);
export const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)']);
/** A token, and what it is worth in another one when it is a yield token. `asset` and `convertToAssets` are ERC-4626. */
export const tokenAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function asset() view returns (address)',
  'function stEthPerToken() view returns (uint256)',
  'function getExchangeRate() view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
]);

/** A rate as a call of its contract. */
export function rateCall(
  rate: Pick<OnchainRate, 'address' | 'read'> & { readonly base: { readonly decimals: number } },
) {
  const contract = { address: rate.address, abi: tokenAbi } as const;
  if (rate.read !== 'convertToAssets') return { ...contract, functionName: rate.read };
  return { ...contract, functionName: rate.read, args: [10n ** BigInt(rate.base.decimals)] as const };
}

/** For a multicall in the state after one block. The node refuses when that block is not part of its chain. */
export function stateAt(blockHash: Hash) {
  return {
    blockHash,
    requireCanonical: true,
    // The code that makes many calls of one travels with the request: no contract has to be there.
    deployless: true,
    // All in one call, so that all is read in one state.
    batchSize: 0,
  } as const;
}

/** What a request failed of, without the URL, which may hold a key. */
export function failureText(e: unknown): string {
  return e instanceof BaseError ? e.shortMessage : messageOf(e);
}
