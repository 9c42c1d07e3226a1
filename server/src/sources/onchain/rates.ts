/**
 * Rates of yield tokens. In: what a token's own contract says. Out: a reading, or the reason why there is none. Pure.
 *
 * A rate is what one token redeems for. It never falls, but for a loss of those who back it, and it grows by some hundredths of a
 * percent a day. So it may grow by 0.2% a day since the last day that was good, at least by one day's allowance, and is never below the
 * last good one. A rate that breaks this is no reading (`rate`), and is not remembered.
 *
 * A contract tells its rate of now, not that of a past second. A mark that is read late gets the rate of the block that it is read at, up
 * to six hours later; beyond that it gets none.
 *
 * Example: 1.2000 at noon. An hour later 1.2024 is good (exactly 0.2%), 1.2025 is not, 1.1999 is not. Three days after noon
 * 1.2072 is good (three days' allowance).
 */
import type { Instant } from '../../lib/clock.ts';
import { pow10, priceScale } from '../../lib/decimal.ts';
import { dayMs } from '../../lib/time.ts';
import type { BlockRef, NoReadingReason, PoolReading } from '../source.ts';
import type { OnchainRate } from './book.ts';
import { ratePercentPerDayMax } from './guards.ts';

/** A mark may be this much older than the block that its rate is read at: as long as an order waits for a price. */
export const rateLateMsMax = 6 * 3_600_000;

/** A rate as its contract told it. */
export type SeenRate =
  | {
      readonly ok: true;
      /** Base in quote, at `priceScale` places. */
      readonly value: bigint;
      readonly block: BlockRef;
    }
  | { readonly ok: false; readonly reason: NoReadingReason };

/** What is remembered of a rate. */
export interface RateMemory {
  /** The newest good one. */
  readonly last: bigint;
  /** The good one from which growth counts: renewed when it is a day old. */
  readonly base: bigint;
  readonly baseAt: Instant;
}

/** From the contract's own unit to `priceScale` places. `stEthPerToken` and `getExchangeRate` have 18 decimals, ERC-4626 those of its asset. */
export function rateValue(
  { read, quote }: Pick<OnchainRate, 'read'> & { readonly quote: { readonly decimals: number } },
  told: bigint,
): bigint {
  return told * pow10(priceScale - (read === 'convertToAssets' ? quote.decimals : 18));
}

/** @returns why this is no reading of that mark; undefined when it is one. */
export function rateFault(
  memory: RateMemory | undefined,
  value: bigint,
  at: Instant,
  mark: Instant,
): NoReadingReason | undefined {
  if (at - mark > rateLateMsMax) return 'old_observation';
  if (value <= 0n) return 'non_positive';
  if (!memory) return undefined;
  if (value < memory.last) return 'rate';
  const span = BigInt(Math.max(dayMs, at - memory.baseAt));
  // (value - base) / base > 0.2% * span / day, on whole numbers.
  const parts = BigInt(Math.round(100 / ratePercentPerDayMax));
  return (value - memory.base) * parts * BigInt(dayMs) > memory.base * span ? 'rate' : undefined;
}

/** What is remembered after a good one. */
export function rememberRate(memory: RateMemory | undefined, value: bigint, at: Instant): RateMemory {
  if (!memory || at - memory.baseAt >= dayMs) return { last: value, base: value, baseAt: at };
  return { ...memory, last: value };
}

export function rateReading(seen: SeenRate | undefined, memory: RateMemory | undefined, mark: Instant): PoolReading {
  if (!seen) return { ok: false, reason: 'no_answer' };
  if (!seen.ok) return seen;
  const reason = rateFault(memory, seen.value, seen.block.at, mark);
  if (reason) return { ok: false, reason };
  return { ok: true, cumulative: seen.value, since: 0, block: seen.block };
}
