/** A bot at a close, and a league's board at one: what views are made of. */
import type { ValuePoint } from 'papertape-contract/board';
import type { BoardTier } from '../flow/ladder/tiers-text.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import type { CloseCounts, RankAtClose } from '../flow/rank/board.ts';
import type { BoardContext } from '../flow/rank/statistics.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatPlaces } from '../lib/decimal.ts';

/** A bot at a close. */
export interface BotClose extends RankAtClose {
  readonly botId: string;
  readonly league: string;
  readonly close: Instant;
  /** At `moneyScale`; `cents` is the same as it is shown. */
  readonly value: bigint;
  readonly stale: boolean;
  /** Rank at the close before minus this one; null at a bot's first close. */
  readonly move: number | null;
  /** As a fraction, at `drawdownScale`. */
  readonly maxDrawdown: bigint;
  readonly trades: number;
  /** End of the window of the first fill. */
  readonly firstFillAt: Instant | null;
  /** The ranks that the bot may have, as far as its record tells. */
  readonly rankRange: { readonly from: number; readonly to: number };
}

/** A league's board as of a close. */
export interface BoardClose {
  readonly league: string;
  readonly close: Instant;
  readonly counts: CloseCounts;
  readonly baselines: readonly BaselineValue[];
  /** From the top of the ladder down, tiers with bots. */
  readonly tiers: readonly BoardTier[];
  /** What luck is judged against. */
  readonly context: BoardContext;
  readonly rulesVersion: string;
}

/** When and why the operator voided a close. */
export interface Voided {
  readonly atMark: Instant;
  readonly reason: string;
}

/** Percent with 2 decimals from the stored fraction; 0 before the first close. */
export function drawdownPct(c: Pick<BotClose, 'maxDrawdown'> | undefined): number {
  return Number(formatPlaces(c?.maxDrawdown ?? 0n, 4, 2));
}

export function valuePoint({ close, cents }: Pick<BotClose, 'close' | 'cents'>): ValuePoint {
  return { date: isoDate(close), value_usd: cents / 100 };
}

/** Null before the first fill. */
export function firstFillAt(c: Pick<BotClose, 'firstFillAt'> | undefined): string | null {
  return c === undefined || c.firstFillAt === null ? null : iso(c.firstFillAt);
}
