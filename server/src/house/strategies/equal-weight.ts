/** Equal weight: the same share of everything that has a price, brought back to it at every turn. */
import { between, equalShares, type PriceRule, type PriceRuleMaker } from './price-rule.ts';

/** @param invested share of the portfolio, above 0, at most 1; the rest is cash. */
export function equalWeightOf(invested: number): PriceRule {
  return {
    kind: 'equal weight',
    description: `Holds ${Math.round(invested * 100)}% in equal shares of everything.`,
    samples: 1,
    decide: (history) => equalShares([...(history.at(-1)?.keys() ?? [])].sort(), invested),
  };
}

export const equalWeight: PriceRuleMaker = (uniform) => equalWeightOf(between(uniform, 60, 100) / 100);
