/**
 * Delisting: a portfolio and a symbol that will never trade again in, the portfolio with it turned into cash out.
 *
 * Contract 3.3: a symbol delisted for good is turned into cash, at what it counts for then (flow/price/mark-down.ts); proceeds round down as in any sell, and
 * there is no fee: it is not the bot's trade.
 *
 * Example: 2 units at a price of $10.50 -> $21.00 more cash.
 */
import { countedAmount, divFloor, moneyScale, pow10, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { Portfolio } from './fill.ts';

export function delistHolding(
  before: Portfolio,
  symbol: SymbolId,
  price: bigint,
): { readonly portfolio: Portfolio; readonly units: bigint; readonly cash: bigint } {
  const units = before.holdings.get(symbol) ?? 0n;
  const cash = countedAmount(divFloor(units * price, pow10(unitsScale + priceScale - moneyScale)));
  const holdings = new Map(before.holdings);
  holdings.delete(symbol);
  return { portfolio: { cash: countedAmount(before.cash + cash), holdings }, units, cash };
}
