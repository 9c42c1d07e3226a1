/** Baselines at a close: what a board shows of them. */
import { formatFixed, moneyScale, parseFixed } from '../../lib/decimal.ts';
import { valuePortfolio, type ClosePrices } from '../close/close.ts';
import { baselineName, isMarket, type Baseline } from './baseline.ts';
import { returnBps, valueCents } from './rank.ts';

/** A baseline as it stands on a board. */
export interface BaselineValue {
  readonly id: string;
  readonly name: string;
  /** Decimal text, USD, 8 places at most. */
  readonly value: string;
  readonly return_bps: number;
  readonly stale: boolean;
}

export function baselineValues(baselines: readonly Baseline[], prices: ClosePrices): BaselineValue[] {
  return baselines.map((b) => {
    const { value, stale } = valuePortfolio(b.portfolio.cash, b.portfolio.holdings, prices);
    return {
      id: b.id,
      name: baselineName(b.id),
      value: formatFixed(value, 8),
      return_bps: returnBps(valueCents(value)),
      stale,
    };
  });
}

/** Value of what records are held against (`equal_weight`, in a task league `par`) at `moneyScale`; undefined in a league without baselines. */
export function marketValue(baselines: readonly BaselineValue[]): bigint | undefined {
  const found = baselines.find(isMarket);
  return found && parseFixed(found.value, moneyScale);
}
