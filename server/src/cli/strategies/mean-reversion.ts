/** Mean reversion: what fell most comes back. */
import { between, changes, equalShares, type StrategyMaker } from './strategy.ts';

export const meanReversion: StrategyMaker = (uniform, samples) => {
  const lookback = between(uniform, 2, Math.max(2, Math.floor(samples / 4.5)));
  const picks = between(uniform, 2, 8);
  const invested = between(uniform, 50, 100) / 100;
  return {
    kind: 'mean reversion',
    description: `Holds the ${picks} that fell most over ${lookback} prices, ${Math.round(invested * 100)}% in all.`,
    decide: (history) => {
      const worst = changes(history, lookback)
        .sort((a, b) => a.change - b.change)
        .slice(0, picks);
      return equalShares(
        worst.map((c) => c.symbol),
        invested,
      );
    },
  };
};
