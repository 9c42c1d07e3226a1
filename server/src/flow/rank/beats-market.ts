/**
 * Beats the market: a bot's return and what the baselines were worth at its first fill and at the close in, whether it is ahead out.
 *
 * Public rule (docs/bots/rules.md): a bot beats the market when its return since its own first fill is above that of every baseline over
 * the same time, both in percent with 2 decimals, as shown; an equal return is not above. A bot without a valued fill never does. Its
 * money was in cash until its first fill, so its return since then is its return since the start. A baseline that was bought later
 * than that counts from what it was bought with, $100,000. In a task league only `par` is asked about, which is held flat: a return above zero.
 *
 * Example: a baseline stood at $110,000 when the bot filled first and stands at $121,000: 10.00%. The bot needs 10.01% or more.
 */
import type { Instant } from '../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import { isHeld } from './baseline.ts';
import type { BaselineValue } from './baseline-value.ts';
import { returnBetweenBps, startValueCents, valueCents } from './rank.ts';

/**
 * @param atFirstFill undefined when there were no baselines yet.
 * @returns hundredths of a percent by baseline.
 */
export function returnsSince(
  atFirstFill: readonly BaselineValue[] | undefined,
  now: readonly BaselineValue[],
): Map<string, number> {
  const then = new Map(atFirstFill?.map((b) => [b.id, centsOf(b)]));
  return new Map(
    now.map((b) => {
      const from = then.get(b.id) ?? startValueCents;
      // Nothing is gained or lost on nothing.
      return [b.id, from > 0 ? returnBetweenBps(from, centsOf(b)) : 0];
    }),
  );
}

/** A bot at a close. */
export interface MarketRival {
  /** Return since the start, hundredths of a percent. */
  readonly bps: number;
  /** End of the window of the first fill that the close valued; null where there is none. */
  readonly firstFillAt: Instant | null;
}

/** @param baselinesAt the baselines at the end of a window; undefined when there were none yet. @param now at the close. */
export function beatsMarket(
  { bps, firstFillAt }: MarketRival,
  baselinesAt: (mark: Instant) => readonly BaselineValue[] | undefined,
  now: readonly BaselineValue[],
): boolean {
  return firstFillAt !== null && isAboveAll(bps, returnsSince(baselinesAt(firstFillAt), now.filter(isHeld)));
}

/** @param bps the bot's return since the start, hundredths of a percent. */
export function isAboveAll(bps: number, baselines: ReadonlyMap<string, number>): boolean {
  return baselines.size > 0 && [...baselines.values()].every((b) => bps > b);
}

function centsOf(b: BaselineValue): number {
  return valueCents(parseFixed(b.value, moneyScale));
}
