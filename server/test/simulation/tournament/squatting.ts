/**
 * Tries: to fill a league with bots that never trade, so that nobody else gets in and the one real bot among them climbs the ladder alone.
 * Seats themselves are the registry's; here it is what the ladder gives for them, by the product's own step.
 */
import { decideLadder } from '../../../src/flow/ladder/ladder.ts';
import { tierNames } from '../../../src/league/tiers.ts';

export interface Climb {
  /** Tier of the one bot that trades, after each week. */
  readonly tiers: readonly number[];
}

/** @param idle bots that never trade, registered before the one that gains 0.01% every week. */
export function climb(idle: number, weeks: number, seats = 100): Climb {
  const bots = idle + 1;
  const tier = new Uint8Array(bots);
  const tiers: number[] = [];
  for (let week = 0; week < weeks; week++) {
    const { moves } = decideLadder(
      {
        tier,
        weekBps: Float64Array.from({ length: bots }, (_, i) => (i === idle ? 1 : 0)),
        cents: Float64Array.from({ length: bots }, (_, i) => (i === idle ? 10_001_000 : 10_000_000)),
        hasFill: Uint8Array.from({ length: bots }, (_, i) => (i === idle ? 1 : 0)),
        registeredAt: Float64Array.from({ length: bots }, (_, i) => i),
      },
      tierNames.length,
      seats,
    );
    for (const move of moves) tier[move.bot] = move.to;
    tiers.push(tier[idle] as number);
  }
  return { tiers };
}
