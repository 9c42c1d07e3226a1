/**
 * Faults that can be planted in the simulated market, so that the unhappy paths of an order can be seen and tested.
 * `from` and `to` are instants; a fault holds on [from, to).
 */
import type { Instant } from '../../lib/clock.ts';
import { SetupError } from '../../lib/setup-error.ts';
import type { NoReadingReason } from '../source.ts';
import type { PoolId } from '../../league/symbol.ts';

interface FaultSpan {
  readonly pool: PoolId;
  readonly from: Instant;
  readonly to: Instant;
}

export type Fault =
  /** The pool's last observation, at `from`, stands still: `stale` once it is older than 10 minutes; at `to` the price jumps to where it belongs. */
  | (FaultSpan & { readonly kind: 'frozen' })
  /** The pool's price is `factor` times what it should be. */
  | (FaultSpan & { readonly kind: 'apart'; readonly factor: number })
  /** Marks in the span have no answer; with `answersAt` they have one once the source was asked for a mark at or after it. */
  | (FaultSpan & { readonly kind: 'no_answer'; readonly answersAt?: Instant })
  /** The pool gives no positive price; its coverage starts anew at `to`. */
  | (FaultSpan & { readonly kind: 'non_positive' });

/** An observation older than this is stale, milliseconds. */
export const staleAfterMs = 10 * 60_000;

/** Throws a SetupError when a fault names an unknown pool or cannot be. */
export function checkFaults(faults: readonly Fault[], pools: ReadonlyMap<PoolId, unknown>): void {
  for (const fault of faults) {
    const where = `fault "${fault.kind}" of ${fault.pool}`;
    if (!pools.has(fault.pool))
      throw new SetupError(`${where}: there is no such pool`, 'Name a pool like sim:BTC-USD:1');
    if (!(fault.from < fault.to))
      throw new SetupError(`${where}: it ends before it starts`, 'Let "from" lie before "to"');
    if (fault.kind === 'apart' && !(fault.factor > 0 && Number.isFinite(fault.factor))) {
      throw new SetupError(`${where}: the factor ${fault.factor} is not positive`, 'Give a factor such as 1.02');
    }
  }
}

/** Why a pool with these faults has no reading at `mark`. `latestAsked` = the latest mark the source was ever asked for. */
export function failureAt(faults: readonly Fault[], mark: Instant, latestAsked: Instant): NoReadingReason | undefined {
  for (const fault of faults) {
    if (mark < fault.from || mark >= fault.to) continue;
    if (fault.kind === 'no_answer' && !(fault.answersAt !== undefined && latestAsked >= fault.answersAt))
      return 'no_answer';
    if (fault.kind === 'non_positive') return 'non_positive';
    if (fault.kind === 'frozen' && mark - fault.from > staleAfterMs) return 'stale';
  }
  return undefined;
}

/** Start of the coverage that `mark` belongs to: it starts anew after a span of prices that were none. */
export function coverageSince(faults: readonly Fault[], mark: Instant, since: Instant): Instant {
  let start = since;
  for (const fault of faults)
    if (fault.kind === 'non_positive' && fault.to <= mark && fault.to > start) start = fault.to;
  return start;
}
