/**
 * A pool's accumulators from its logs: what the pool told of its trades and of its liquidity in, both accumulators at any second
 * out, as its own oracle would say them. Pure.
 *
 * Between two blocks neither the tick nor the liquidity in range changes, and each change leaves a log: Swap tells both as they are
 * afterwards, Mint and Burn tell by how much the liquidity of a range of ticks changes, Initialize tells the first tick. So
 *
 *     C(t) = C(reference) - sum of tick * seconds over [t, reference)
 *
 * is a sum of whole numbers and equals `observe` to the unit. The reference is any second at which the pool's state is known. Seconds
 * per liquidity are the same sum with 2^128 / max(liquidity, 1); the pool rounds each of its observations down and this sum each of
 * its steps, so that the two differ by some units of about 2^128 / liquidity.
 *
 * Example: C(1,000) = 50,000; the tick was 10 from 900 on and 20 from 970 on. C(940) = 50,000 - 30 * 20 - 30 * 10 = 49,100.
 */

/** What a log of a pool says, in the order of the chain. */
export type PoolLog = { readonly at: number } & (
  | { readonly kind: 'initialize'; readonly tick: number }
  | { readonly kind: 'swap'; readonly tick: number; readonly liquidity: bigint }
  | { readonly kind: 'range'; readonly lower: number; readonly upper: number; readonly liquidity: bigint }
);

/** From `at` (seconds since 1970) to the next step. */
export interface PoolStep {
  readonly at: number;
  readonly tick: number;
  readonly liquidity: bigint;
}

/** Both accumulators of a pool. Seconds per liquidity count from the reference on, backwards: only differences mean anything. */
export interface Accumulators {
  readonly tickCumulative: bigint;
  readonly secondsPerLiquidityX128: bigint;
}

/**
 * States of the pool between its logs.
 * @param logs oldest first. What stands before the first Swap or Initialize tells no tick, and is left out.
 */
export function poolSteps(logs: readonly PoolLog[]): PoolStep[] {
  const steps: PoolStep[] = [];
  let tick: number | undefined;
  let liquidity = 0n;
  for (const log of logs) {
    if (log.kind === 'swap') ({ tick, liquidity } = log);
    else if (log.kind === 'initialize') tick = log.tick;
    else if (tick === undefined) continue;
    else if (log.lower <= tick && tick < log.upper) liquidity += log.liquidity;
    if (tick !== undefined) steps.push({ at: log.at, tick, liquidity });
  }
  return steps;
}

/**
 * Accumulators at each of these seconds, none later than the reference.
 * @returns undefined when the steps begin after one of the seconds: what the tick was then is not known, and is not guessed.
 */
export function accumulatorsAt(
  steps: readonly PoolStep[],
  reference: { readonly at: number; readonly tickCumulative: bigint },
  seconds: readonly number[],
): Accumulators[] | undefined {
  const first = steps[0];
  const answers: Accumulators[] = [];
  for (const second of seconds) {
    if (!first || first.at > second) return undefined;
    if (second > reference.at) throw new Error(`${second} is after the reference at ${reference.at}`);
    let { tickCumulative } = reference;
    let secondsPerLiquidityX128 = 0n;
    let until = reference.at;
    for (let i = steps.length - 1; until > second; i--) {
      const step = steps[i];
      if (!step) return undefined;
      // Of all that happens within one second the last counts, and of the reference's own second nothing.
      if (step.at >= until) continue;
      const held = BigInt(until - Math.max(step.at, second));
      tickCumulative -= BigInt(step.tick) * held;
      secondsPerLiquidityX128 -= (held << 128n) / (step.liquidity > 0n ? step.liquidity : 1n);
      until = step.at;
    }
    answers.push({ tickCumulative, secondsPerLiquidityX128 });
  }
  return answers;
}
