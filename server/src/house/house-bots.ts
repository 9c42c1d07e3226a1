/** The house bots: four plain strategies, the same in every league. They are no advice, and no better than they look. */
import { equalWeightOf } from './strategies/equal-weight.ts';
import { meanReversionOf } from './strategies/mean-reversion.ts';
import { minVarianceOf } from './strategies/min-variance.ts';
import { momentumOf } from './strategies/momentum.ts';
import { weightTexts } from './strategies/sample-bots.ts';
import type { PriceSample, PriceRule } from './strategies/price-rule.ts';

export interface HouseBot {
  /** What it is kept under in house.json. */
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly rule: PriceRule;
}

export const houseBots: readonly HouseBot[] = [
  { id: 'equal_weight', name: 'House · Equal weight', icon: '⚖️', rule: equalWeightOf(1) },
  { id: 'momentum', name: 'House · Momentum', icon: '🚀', rule: momentumOf({ lookback: 7, picks: 3 }) },
  { id: 'min_variance', name: 'House · Minimum variance', icon: '🛡️', rule: minVarianceOf(14) },
  {
    id: 'mean_reversion',
    name: 'House · Mean reversion',
    icon: '🪃',
    rule: meanReversionOf({ lookback: 3, picks: 3, invested: 1 }),
  },
];

/** Daily prices that are kept: what the rule that looks back furthest needs. */
export const samplesMax = Math.max(...houseBots.map((b) => b.rule.samples));

export interface HouseOrder {
  /** Decimal text; {} is all cash. */
  readonly weights: Record<string, string>;
  readonly reason: string;
}

/** @param history daily prices without a gap, oldest first, the last one of today; never empty. */
export function decideOrder({ rule }: HouseBot, history: readonly PriceSample[]): HouseOrder {
  const isReady = history.length >= rule.samples;
  const decide = isReady ? rule.decide : equalWeightOf(1).decide;
  return {
    weights: Object.fromEntries(weightTexts(decide(history))),
    reason: isReady
      ? rule.description
      : `Equal weight for now: ${rule.kind} needs the prices of ${rule.samples} days in a row and has ${history.length}.`,
  };
}
