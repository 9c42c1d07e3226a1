/**
 * What the window of an order costs: the trades of a fill and the prices that its decision saw in, what they moved against the bot out.
 *
 * Rule (docs/bots/backtest.md): a decision sees the average of the 30 minutes before it, and its order is filled at the average of the
 * 30 minutes that start 5 minutes later. The cost of a buy is units · (price of the fill − price seen), of a sale the other way round; a negative
 * one is a gain. Fees and spreads are not in it. This is the delay part of implementation shortfall (Perold, The Implementation
 * Shortfall: Paper versus Reality, Journal of Portfolio Management 14, 1988).
 *
 * Example: 2 units are bought at 101 that were seen at 100: the cost is 2 dollars of 200 seen, 100 bps.
 */
import type { Trade } from '../flow/fill/fill.ts';
import { moneyScale, pow10, priceScale, unitsScale } from '../lib/decimal.ts';
import type { SymbolId } from '../league/symbol.ts';

export interface WindowCost {
  /** USD at `moneyScale`; below zero where prices moved for the bot. */
  readonly cost: bigint;
  /** What the trades would have come to at the prices that were seen: USD at `moneyScale`. */
  readonly seen: bigint;
  /** Trades whose symbol had no price at the decision: they are in neither sum. */
  readonly unseen: number;
}

export const noWindowCost: WindowCost = { cost: 0n, seen: 0n, unseen: 0 };

const toMoney = pow10(unitsScale + priceScale - moneyScale);

/** @param seen the price at the decision, USD at `priceScale`. */
export function windowCost(trades: readonly Trade[], seen: (symbol: SymbolId) => bigint | undefined): WindowCost {
  return trades.reduce((sum, { symbol, side, units, cost: paid }) => {
    const price = seen(symbol);
    if (price === undefined) return { ...sum, unseen: sum.unseen + 1 };
    const notional = (units * price) / toMoney;
    return addWindowCosts(sum, { cost: side === 'buy' ? paid - notional : notional - paid, seen: notional, unseen: 0 });
  }, noWindowCost);
}

export function addWindowCosts(a: WindowCost, b: WindowCost): WindowCost {
  return { cost: a.cost + b.cost, seen: a.seen + b.seen, unseen: a.unseen + b.unseen };
}

/** In basis points of what was seen; null where nothing was. */
export function windowBps({ cost, seen }: WindowCost): number | null {
  return seen === 0n ? null : (Number(cost) / Number(seen)) * 10_000;
}
