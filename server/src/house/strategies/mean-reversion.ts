/** Mean reversion: what fell most comes back. */
import { between, changes, equalShares, type PriceRule, type PriceRuleMaker } from './price-rule.ts';

export interface MeanReversion {
  /** Prices that it looks back. */
  readonly lookback: number;
  /** Symbols that it holds. */
  readonly picks: number;
  /** Share of the portfolio; the rest is cash. */
  readonly invested: number;
}

export function meanReversionOf({ lookback, picks, invested }: MeanReversion): PriceRule {
  return {
    kind: 'mean reversion',
    description: `Holds the ${picks} that fell most over ${lookback} prices, ${Math.round(invested * 100)}% in all.`,
    samples: lookback + 1,
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
}

export const meanReversion: PriceRuleMaker = (uniform, samples) =>
  meanReversionOf({
    lookback: between(uniform, 2, Math.max(2, Math.floor(samples / 4.5))),
    picks: between(uniform, 2, 8),
    invested: between(uniform, 50, 100) / 100,
  });
