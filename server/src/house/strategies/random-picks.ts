/** Random: what a monkey with darts would hold. The yardstick for luck. */
import { between, type PriceRuleMaker } from './price-rule.ts';

export const randomPicks: PriceRuleMaker = (uniform) => {
  const picks = between(uniform, 1, 8);
  return {
    kind: 'random',
    description: `Holds ${picks} drawn by lot, in shares drawn by lot.`,
    samples: 1,
    decide: (history) => {
      const left = [...(history.at(-1)?.keys() ?? [])].sort();
      const drawn: [string, number][] = [];
      while (drawn.length < picks && left.length > 0) {
        const [symbol = ''] = left.splice(Math.floor(uniform() * left.length), 1);
        drawn.push([symbol, 0.05 + uniform()]);
      }
      const total = drawn.reduce((sum, [, share]) => sum + share, 0);
      return new Map(drawn.map(([symbol, share]) => [symbol, share / total]));
    },
  };
};
