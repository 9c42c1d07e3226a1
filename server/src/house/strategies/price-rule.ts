/**
 * A price rule: what a house bot or a sample bot trades by. Prices of the past in, target weights out. The ideas are plain on purpose and
 * are no advice. The published type `Strategy` is the client's; backtest/house-entrants.ts makes one of each house bot's rule.
 */
import type { SymbolId } from '../../league/symbol.ts';

/** Prices in USD at one instant; a symbol without an agreed price is absent. */
export type PriceSample = ReadonlyMap<SymbolId, number>;

/** Uniform doubles in [0, 1), seeded. */
export type Uniform = () => number;

/**
 * @param history samples at equal distances, oldest first, the last one now. Never empty.
 * @returns shares of the portfolio, each >= 0, their sum <= 1 but for rounding; the rest is cash. Empty = nothing to go by yet.
 */
export type Decide = (history: readonly PriceSample[]) => ReadonlyMap<SymbolId, number>;

export interface PriceRule {
  /** `momentum`; also how the kind is called in a bot's profile. */
  readonly kind: string;
  /** One sentence for the bot's profile, with its own parameters. */
  readonly description: string;
  /** Prices that it must have seen before it can decide. */
  readonly samples: number;
  readonly decide: Decide;
}

/** Draws a rule's parameters. @param samples how many prices it may look at, 4 at least. */
export type PriceRuleMaker = (uniform: Uniform, samples: number) => PriceRule;

/** A whole number in [min, max]. */
export function between(uniform: Uniform, min: number, max: number): number {
  return min + Math.floor(uniform() * (max - min + 1));
}

/** Symbols that have a price now and had one `lookback` samples ago, with the change since, in order of the symbol. */
export function changes(history: readonly PriceSample[], lookback: number): { symbol: SymbolId; change: number }[] {
  const now = history.at(-1);
  const then = history.at(-1 - lookback);
  if (!now || !then) return [];
  const found: { symbol: SymbolId; change: number }[] = [];
  for (const [symbol, price] of now) {
    const before = then.get(symbol);
    if (before !== undefined) found.push({ symbol, change: price / before - 1 });
  }
  return found.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

/** The same share of `invested` to each. */
export function equalShares(symbols: readonly SymbolId[], invested: number): Map<SymbolId, number> {
  return new Map(symbols.map((symbol) => [symbol, invested / symbols.length]));
}
