/** Momentum: what rose most goes on rising. Falls back to cash when nothing rose. */
import { between, changes, equalShares, type PriceRule, type PriceRuleMaker } from './price-rule.ts';

export interface Momentum {
  /** Prices that it looks back. */
  readonly lookback: number;
  /** Symbols that it holds. */
  readonly picks: number;
}

export function momentumOf({ lookback, picks }: Momentum): PriceRule {
  return {
    kind: 'momentum',
    description: `Holds the ${picks} that rose most over ${lookback} prices.`,
    samples: lookback + 1,
    decide: (history) => {
      const rising = changes(history, lookback).filter((c) => c.change > 0);
      const best = rising.sort((a, b) => b.change - a.change).slice(0, picks);
      return equalShares(
        best.map((c) => c.symbol),
        best.length / picks,
      );
    },
  };
}

export const momentum: PriceRuleMaker = (uniform, samples) =>
  momentumOf({
    lookback: between(uniform, Math.max(1, Math.round(samples / 18)), samples - 1),
    picks: between(uniform, 1, 6),
  });
