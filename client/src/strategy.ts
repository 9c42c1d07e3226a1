/**
 * A strategy for `papertape backtest` and `papertape league` (docs/bots/backtest.md): what it is shown, and what it may answer. Types only.
 *
 *     import type { Strategy } from 'papertape-client';
 *
 *     const half: Strategy = () => ({ 'BTC-USD': 0.5 });
 *     export default half;
 */
import type { WeightsInput } from './weights-text.ts';

/** What a strategy is shown: what a bot of the service could know at this instant, and nothing later. Numbers are rounded to doubles. */
export interface StrategyState {
  /** The UTC day, YYYY-MM-DD. */
  readonly date: string;
  /** The instant of the decision, ISO 8601 in UTC. Its order is filled at the average price of the 30 minutes that start 5 minutes later. */
  readonly at: string;
  /** What can be traded now: the symbols of the league that the recording has begun to list. */
  readonly symbols: readonly string[];
  /** USD, average of the 30 minutes that end now. A symbol without an agreed price over them is absent. */
  readonly prices: Readonly<Record<string, number>>;
  /** USD. */
  readonly cash: number;
  /** Cash and holdings in USD; a holding without a price now counts at its last one. */
  readonly value: number;
  /** Symbol -> units held. */
  readonly holdings: Readonly<Record<string, number>>;
  /** Symbol -> share of `value`, as it stands now. */
  readonly weights: Readonly<Record<string, number>>;
  /**
   * The last `n` prices of a symbol, one per decision (a day with `--every day`), oldest first, the last one that of now. Reaches back
   * before the first decision, as far as the recording does: fewer than `n` where it begins later. null where there was no price.
   */
  readonly history: (symbol: string, n: number) => (number | null)[];
  /** Uniform in [0, 1), seeded by the name of the strategy and `--seed`. `Math.random` gives the same numbers meanwhile. */
  readonly random: () => number;
}

/**
 * Target weights, as for `POST /api/agents/{id}/weights`: symbol -> number or decimal text, each 0 or more, at most 1 together, the rest
 * is cash; {} is all cash. Nothing (undefined or null) sends no order: the portfolio is left as it is.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a function that returns nothing is a strategy that waits
export type Strategy = (state: StrategyState) => WeightsInput | null | undefined | void;
