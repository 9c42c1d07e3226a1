/** The sample bots of `papertape demo` and of benchmarks: which price rules there are, and how a decision becomes an order's weights. */
import type { SymbolId } from '../../league/symbol.ts';
import { equalWeight } from './equal-weight.ts';
import { meanReversion } from './mean-reversion.ts';
import { minVariance } from './min-variance.ts';
import { momentum } from './momentum.ts';
import { randomPicks } from './random-picks.ts';
import type { PriceRuleMaker } from './price-rule.ts';

export const priceRuleMakers: readonly PriceRuleMaker[] = [
  equalWeight,
  momentum,
  meanReversion,
  minVariance,
  randomPicks,
];

const steps = 10_000;

/** Shares as decimal text of 4 places, rounded down, so that their sum cannot pass 1; shares that round to nothing are left out. */
export function weightTexts(shares: ReadonlyMap<SymbolId, number>): Map<SymbolId, string> {
  const texts = new Map<SymbolId, string>();
  for (const [symbol, share] of shares) {
    const n = Math.floor(share * steps);
    if (n > 0) texts.set(symbol, (n / steps).toFixed(4));
  }
  return texts;
}
