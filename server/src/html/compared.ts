/** What bots that stand side by side show: what the view of them makes, and the page draws. */
import type { AgentView, Positions } from 'papertape-contract/bot';
import type { AgentStatistics } from 'papertape-contract/statistics';
import type { Instant } from '../lib/clock.ts';
import type { ChartLine } from './lines.tsx';

export interface ComparedBot {
  readonly bot: AgentView;
  readonly statistics: AgentStatistics;
  readonly positions: Positions;
}

export interface Compared {
  readonly bots: readonly ComparedBot[];
  /** Return since the first close that all have, percent, in the order of the bots; null before there is one. */
  readonly common: { readonly lines: readonly ChartLine[]; readonly from: Instant; readonly to: Instant } | null;
  /** Every two of them. */
  readonly pairs: readonly Pair[];
  readonly holdings: readonly HeldRow[];
}

/** What the days that both have say of two bots. */
export interface Pair {
  /** Places in `bots`. */
  readonly of: readonly [number, number];
  readonly days: number;
  /** Days at which the first, or the second, had the higher return; the rest were equal. */
  readonly better: readonly [number, number];
  /** Mean of the first bot's daily return less the second's, percent; null without a day. */
  readonly differencePct: number | null;
  /** 95% interval of that mean, percent; null below the days that an interval needs. */
  readonly intervalPct: { readonly low: number; readonly high: number } | null;
  /** What part of their values lies in the same symbols with the same weight, 0 to 1, cash counted; null when a price is not known. */
  readonly alike: number | null;
}

/** A symbol that at least one of them holds; `cash` last. */
export interface HeldRow {
  readonly symbol: string;
  /** In the order of the bots: 0 = does not hold it, null = its price is not known. */
  readonly weights: readonly (number | null)[];
}
