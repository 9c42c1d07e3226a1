/** Equal weight: the same share of everything that has a price, brought back to it at every turn. */
import { between, equalShares, type StrategyMaker } from './strategy.ts';

export const equalWeight: StrategyMaker = (uniform) => {
  const invested = between(uniform, 60, 100) / 100;
  return {
    kind: 'equal weight',
    description: `Holds ${Math.round(invested * 100)}% in equal shares of everything.`,
    decide: (history) => equalShares([...(history.at(-1)?.keys() ?? [])].sort(), invested),
  };
};
