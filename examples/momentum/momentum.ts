/** The strategy: pure, so that it can be tested and run over history. */

/** Prices of one day, USD by symbol. */
export interface Day {
  readonly date: string;
  readonly prices: Readonly<Record<string, number>>;
}

export interface Choices {
  /** Days to look back. */
  readonly lookback: number;
  /** Symbols to hold. */
  readonly picks: number;
  /** Share of the portfolio to invest, 0 to 1. */
  readonly invested: number;
}

/** Equal parts of the symbols that rose most over the days looked back, of those that rose at all; the rest is cash. */
export function momentum(days: readonly Day[], { lookback, picks, invested }: Choices): Record<string, number> {
  const now = days.at(-1);
  const then = days.at(-1 - lookback);
  if (!now || !then) return {};
  const risen = Object.entries(now.prices)
    .map(([symbol, price]) => ({ symbol, growth: price / (then.prices[symbol] ?? Infinity) }))
    .filter(({ growth }) => growth > 1)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, picks);
  // Rounded down, so that the sum never exceeds 1.
  const weight = Math.floor((invested / picks) * 10_000) / 10_000;
  return Object.fromEntries(risen.map(({ symbol }) => [symbol, weight]));
}

/** How far the last value is below the highest one: 0.1 is 10 percent. */
export function drawdown(values: readonly number[]): number {
  const peak = Math.max(...values);
  return values.length === 0 ? 0 : 1 - (values.at(-1) as number) / peak;
}
