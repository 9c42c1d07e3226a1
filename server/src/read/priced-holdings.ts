/** Holdings at their last agreed prices, marked down where those are stale, with their weights in the whole. */
import type { Positions } from 'papertape-contract/bot';
import { startValue, type Portfolio } from '../flow/fill/fill.ts';
import { valueCents } from '../flow/rank/rank.ts';
import type { SymbolId } from '../league/symbol.ts';
import { divFloor, formatFixed, moneyScale, pow10, priceScale, unitsScale } from '../lib/decimal.ts';
import type { MarketView } from './snapshot.ts';

export interface PricedHoldings {
  readonly positions: Positions['positions'];
  /** USD at `moneyScale`; undefined when the price of something that is held is not known. */
  readonly value: bigint | undefined;
  /** What a unit counts for, USD at `priceScale`, of what is held and can be valued. */
  readonly prices: ReadonlyMap<SymbolId, bigint>;
}

/** @param portfolio undefined for a bot that never had a fill. */
export async function pricedHoldings(portfolio: Portfolio | undefined, market: MarketView): Promise<PricedHoldings> {
  const prices = new Map<SymbolId, bigint>();
  const lines: { symbol: string; units: bigint; last: string | null; value: bigint | undefined }[] = [];
  let total: bigint | undefined = portfolio?.cash ?? startValue;
  for (const [symbol, units] of portfolio?.holdings ?? []) {
    const last = await market.lastPrice(symbol);
    const price = await market.valuedAt(symbol);
    if (price !== undefined) prices.set(symbol, price);
    const value =
      price === undefined ? undefined : divFloor(units * price, pow10(unitsScale + priceScale - moneyScale));
    lines.push({ symbol, units, last: last?.price ?? null, value });
    total = total === undefined || value === undefined ? undefined : total + value;
  }
  const whole = total;
  return {
    value: whole,
    prices,
    positions: lines.map(({ symbol, units, last, value }) => {
      const price = prices.get(symbol);
      return {
        symbol,
        units: formatFixed(units, unitsScale),
        last_price: last,
        value_price: price === undefined ? null : formatFixed(price, priceScale),
        value_usd: value === undefined ? null : valueCents(value) / 100,
        weight: value === undefined || !whole ? null : Number((value * 1_000_000n) / whole) / 1_000_000,
      };
    }),
  };
}
