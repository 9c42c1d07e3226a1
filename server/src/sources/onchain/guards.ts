/**
 * Guards. In: what a pool's oracle said about the 30 minutes before a mark. Out: a reading, or the reason why there is none. Pure.
 *
 * Depth: the oracle's second accumulator gives the harmonic mean of the liquidity in range, L = 2^128 * seconds / difference.
 * In the quote token that is L * sqrt(price) (quote = token1) or L / sqrt(price) (quote = token0): the depth that a constant-product
 * pool would need to move as little. Moving the price by 1% takes a trade of about half a percent of it.
 *
 * Peg: two dollar coins whose mean price in each other is off by more than 50 bps: neither counts as a dollar then, on any chain.
 *
 * Example: mean tick 0, L = 10^12, USDC (6 decimals) as token1 -> depth 1,000,000 USDC.
 */
import type { BlockRef, NoReadingReason, PoolReading } from '../source.ts';
import type { PoolId } from '../../league/symbol.ts';
import type { OnchainPool } from './book.ts';

/** Seconds before a mark over which depth and peg are judged: a fill window. */
export const guardSeconds = 1_800;
/** A dollar coin may be off by this much and no more. */
export const pegBpsMax = 50;
/** A pool's mean may be this far away from its mean before the last close; beyond it the move has to be confirmed. */
export const jumpPercentMax = 25;
/** The routes of a symbol may differ by this much to confirm a move. */
export const jumpRoutesPercentMax = 1;
/** A rate may grow by this much a day. */
export const ratePercentPerDayMax = 0.2;

/** Both accumulators of a pool, `guardSeconds` before the mark and at the mark. */
export interface Observation {
  readonly tickCumulatives: readonly [bigint, bigint];
  readonly secondsPerLiquidityX128: readonly [bigint, bigint];
}

export type Observed =
  | {
      readonly ok: true;
      /** Tick cumulative at the mark. */
      readonly cumulative: bigint;
      /** Mean tick over the guard's seconds. */
      readonly meanTick: number;
      /** Virtual depth in units of the quote token. */
      readonly depth: number;
      readonly block: BlockRef;
    }
  | { readonly ok: false; readonly reason: NoReadingReason };

const tickLog = Math.log1p(0.0001);
/** Largest tick of a Uniswap v3 pool (TickMath). */
const tickMax = 887_272;
/** The accumulator is a uint160 and may wrap. */
const wrap = 1n << 160n;

export function observed(
  pool: OnchainPool,
  { tickCumulatives, secondsPerLiquidityX128 }: Observation,
  block: BlockRef,
): Observed {
  const [before, at] = tickCumulatives;
  const meanTick = Number(at - before) / guardSeconds;
  // No pool has such a tick. A node that runs the call in a younger state than the block's makes the accumulator wrap: ask again.
  if (Math.abs(meanTick) > tickMax) return { ok: false, reason: 'no_answer' };
  const difference = (secondsPerLiquidityX128[1] - secondsPerLiquidityX128[0] + wrap) % wrap;
  const liquidity = difference === 0n ? 0 : Number(((1n << 128n) * BigInt(guardSeconds)) / difference);
  const quoteIs1 = pool.quote === pool.token1;
  const depth = (liquidity * Math.exp(((quoteIs1 ? 1 : -1) * meanTick * tickLog) / 2)) / 10 ** pool.quote.decimals;
  return { ok: true, cumulative: at, meanTick, depth, block };
}

/** Price of token0 in token1, in whole tokens. */
export function meanPrice(pool: OnchainPool, meanTick: number): number {
  return Math.exp(meanTick * tickLog) * 10 ** (pool.token0.decimals - pool.token1.decimals);
}

/**
 * Readings of the pools that were asked for.
 * @param pegs pools of two dollar coins; what is observed must hold them too.
 */
export function guarded(
  wanted: Iterable<OnchainPool>,
  seen: ReadonlyMap<PoolId, Observed>,
  pegs: readonly OnchainPool[],
): Map<PoolId, PoolReading> {
  const coins = new Map<string, NoReadingReason>();
  for (const peg of pegs) {
    const reason = pegFault(peg, seen.get(peg.id));
    if (reason) for (const token of [peg.token0, peg.token1]) coins.set(token.symbol, reason);
  }
  return new Map(
    [...wanted].map((pool) => {
      const dollar = pegs.includes(pool) ? undefined : (coins.get(pool.token0.symbol) ?? coins.get(pool.token1.symbol));
      return [pool.id, reading(pool, seen.get(pool.id), dollar)];
    }),
  );
}

function pegFault(peg: OnchainPool, seen: Observed | undefined): NoReadingReason | undefined {
  if (!seen) return 'no_answer';
  if (!seen.ok) return seen.reason;
  return Math.abs(meanPrice(peg, seen.meanTick) - 1) * 10_000 > pegBpsMax ? 'peg' : undefined;
}

function reading(pool: OnchainPool, seen: Observed | undefined, dollar: NoReadingReason | undefined): PoolReading {
  if (!seen) return { ok: false, reason: 'no_answer' };
  if (!seen.ok) return seen;
  if (seen.depth < pool.depthMin) return { ok: false, reason: 'thin' };
  if (dollar) return { ok: false, reason: dollar };
  // The pool's own accumulator has no gaps: its coverage begins with the pool.
  return { ok: true, cumulative: seen.cumulative, since: 0, block: seen.block };
}
