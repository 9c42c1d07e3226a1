/** Momentum: what rose most goes on rising. Falls back to cash when nothing rose. */
import { between, changes, equalShares, type StrategyMaker } from './strategy.ts';

export const momentum: StrategyMaker = (uniform, samples) => {
  const lookback = between(uniform, Math.max(1, Math.round(samples / 18)), samples - 1);
  const picks = between(uniform, 1, 6);
  return {
    kind: 'momentum',
    description: `Holds the ${picks} that rose most over ${lookback} prices.`,
    decide: (history) => {
      const rising = changes(history, lookback).filter((c) => c.change > 0);
      const best = rising.sort((a, b) => b.change - a.change).slice(0, picks);
      return equalShares(
        best.map((c) => c.symbol),
        best.length / picks,
      );
    },
  };
};
