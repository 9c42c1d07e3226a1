/**
 * Returns: what a bot was worth when a time began and its value in cents now in, its return over that time out.
 *
 * Public rule (docs/bots/rules.md): a return is worked out from values in whole cents, as they are shown, and rounded to hundredths of a
 * percent, halves away from zero. There is no return on nothing: it is null where it is shown. A ranking needs a number, and counts
 * it as 0: such a bot neither won nor lost in that week.
 *
 * Example: a week that began with $102,500.00 and stands at $103,525.00: 100, which is 1.00%.
 */
import { returnBetweenBps, valueCents } from './rank.ts';
import type { RunningRecord } from './record.ts';

/**
 * @param base value at `moneyScale`. @param cents value now.
 * @returns hundredths of a percent.
 */
export function returnSince(base: bigint, cents: number): number | null {
  const from = valueCents(base);
  return from > 0 ? returnBetweenBps(from, cents) : null;
}

/** The return of the week by which weeks are ranked and bots move between tiers, in hundredths of a percent. */
export function weekReturn({ weekBase }: Pick<RunningRecord, 'weekBase'>, cents: number): number {
  return returnSince(weekBase, cents) ?? 0;
}
