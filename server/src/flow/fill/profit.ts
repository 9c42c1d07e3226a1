/**
 * Profit: a bot's trades in their order in; for each symbol what is held and what it cost, what was realised, and what fees and spreads
 * took, out. Nothing that ranks reads it.
 *
 * Public rule (docs/bots/statistics.md#profit-and-loss): average cost. A buy adds its cost, without fee and spread; a sale takes the same
 * part of the cost as it takes of the units, rounded down to the smallest unit of money, and realises what it brings less that. With
 * holdings at any prices, realised + unrealised − fees is what the value has changed since the start, to the last digit.
 *
 * Example: buys 2 for $100 and 1 for $80: 3 units at $60 on average. Sells 1 for $90: $30 realised, 2 units left that cost $120. At $70 each
 * they are worth $140: $20 unrealised.
 */
import { divFloor, pow10, priceScale, moneyScale, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { Trade } from './fill.ts';

/** USD at `moneyScale`. */
export interface SymbolProfit {
  /** Held, at `unitsScale`. */
  readonly units: bigint;
  /** What the held units cost, without fees and spreads. */
  readonly cost: bigint;
  readonly realised: bigint;
  /** FX fees and spreads, of buys and of sales. */
  readonly fees: bigint;
}

export type Profits = ReadonlyMap<SymbolId, SymbolProfit>;

const none: SymbolProfit = { units: 0n, cost: 0n, realised: 0n, fees: 0n };

/** One more trade. Throws when more is sold than is held. */
export function afterTrade(before: SymbolProfit = none, trade: Omit<Trade, 'symbol' | 'price'>): SymbolProfit {
  const fees = before.fees + trade.fee + trade.spread;
  if (trade.side === 'buy')
    return { ...before, units: before.units + trade.units, cost: before.cost + trade.cost, fees };
  if (trade.units > before.units) throw new Error('more is sold than is held');
  const sold = before.units === 0n ? 0n : divFloor(before.cost * trade.units, before.units);
  return {
    units: before.units - trade.units,
    cost: before.cost - sold,
    realised: before.realised + trade.cost - sold,
    fees,
  };
}

/** @param units at `unitsScale`. @param price at `priceScale`. @returns USD at `moneyScale`, rounded down. */
export function worthOf(units: bigint, price: bigint): bigint {
  return divFloor(units * price, pow10(unitsScale + priceScale - moneyScale));
}

/** What the held units are worth at a price of `priceScale`, rounded down. */
export function worthAt({ units }: SymbolProfit, price: bigint): bigint {
  return worthOf(units, price);
}

/** Places of an average cost. */
export const averageCostScale = 12;

/** What a held unit cost on average, at `averageCostScale`, rounded down; undefined where nothing is held. */
export function averageCost({ units, cost }: SymbolProfit): bigint | undefined {
  return units === 0n ? undefined : divFloor(cost * pow10(unitsScale + averageCostScale - moneyScale), units);
}
