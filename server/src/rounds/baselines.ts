/**
 * Baselines of a round: the scores of its bots, its par and its stake, and what the league's median had before in, what its baselines have
 * after the round out. They hold no seat (flow/mark/room-baselines.ts adds what is noted here to the board).
 *
 * `par` holds $100,000 and is never paid: whoever is above it has gained since the league's first scored round. `median` is paid as a bot that
 * scored the median of all who have a result, house bots among them; of an even number the mean of the two in the middle, rounded down. Where
 * fewer than five have one it is paid at par, which changes nothing.
 *
 * Example: scores 200,000 · 400,000 · 538,797 · 700,000 · 1,000,000, par 490,174, stake 10,000: the median 538,797 turns 104,125.50 into
 * 104,176.12894186.
 */
import { startValue } from '../flow/fill/fill.ts';
import { medianBotsMin } from '../flow/rank/baseline.ts';
import { formatFixed, moneyScale, parseFixed } from '../lib/decimal.ts';
import type { NotedBaseline } from '../flow/mark/room-baselines.ts';
import { paid } from './pay.ts';

/** The fact `baselines` of a scored round. */
export interface RoundBaselines {
  readonly par: NotedBaseline;
  /** @param score millionths: what it was paid for. */
  readonly median: NotedBaseline & { readonly score: number };
}

export interface ScoredRound {
  /** Of the bots that have a result; millionths. */
  readonly scores: readonly number[];
  readonly par: number;
  readonly stake: number;
}

/** @param cash of the median before the mark, 10⁻⁸ dollars. */
export function baselinesOf(round: ScoredRound, cash: bigint = startValue): RoundBaselines {
  const score = medianScore(round.scores) ?? round.par;
  return {
    par: noted(startValue, startValue),
    median: { score, ...noted(cash, cash + paid(cash, round.stake, score, round.par)) },
  };
}

/** What the median was paid for a round is taken back. @param cash that it has. */
export function baselinesReversed({ median }: RoundBaselines, cash: bigint): { readonly median: NotedBaseline } {
  const was = parseFixed(median.cash_after, moneyScale) - parseFixed(median.cash_before, moneyScale);
  return { median: noted(cash, cash - was) };
}

/** @returns undefined where fewer than five are given. */
export function medianScore(scores: readonly number[]): number | undefined {
  if (scores.length < medianBotsMin) return undefined;
  const sorted = scores.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.ceil(sorted.length / 2) - 1;
  return Math.floor(((sorted[lower] as number) + (sorted[upper] as number)) / 2);
}

function noted(before: bigint, after: bigint): NotedBaseline {
  return { cash_before: formatFixed(before, moneyScale), cash_after: formatFixed(after, moneyScale) };
}
