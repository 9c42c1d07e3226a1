/** Trades for a terminal: those of an order, or as it would make them. */
import { table, usd } from './cli-table.ts';
import type { TradeLine } from './wire.ts';

/** @returns "" where there are none. */
export function tradesText(trades: readonly Omit<TradeLine, 'date' | 'time' | 'order_id'>[]): string {
  if (trades.length === 0) return '';
  const rows = trades.map((trade) => [
    trade.side,
    trade.symbol,
    trade.units,
    trade.fill_price,
    usd(trade.cost),
    usd(trade.fee),
    usd(trade.spread),
  ]);
  return `\n${table(tradeColumns, rows)}`;
}

const tradeColumns = [
  { title: 'SIDE' },
  { title: 'SYMBOL' },
  { title: 'UNITS', align: 'right' },
  { title: 'PRICE', align: 'right' },
  { title: 'COST', align: 'right' },
  { title: 'FEE', align: 'right' },
  { title: 'SPREAD', align: 'right' },
] as const;

/**
 * Trades of a bot that has nothing but its cash, as weights come to at prices, before fees and spreads: what the service would say of a bot
 * that is entered.
 */
export function aboutText(
  weights: Readonly<Record<string, string>>,
  value: number,
  prices: Readonly<Record<string, number>>,
): string {
  const rows = Object.entries(weights).flatMap(([symbol, weight]) => {
    const [dollars, price] = [Number(weight) * value, prices[symbol]];
    if (!(dollars > 0)) return [];
    return [
      ['buy', symbol, price === undefined ? '-' : (dollars / price).toPrecision(6), usd(price ?? null), usd(dollars)],
    ];
  });
  return rows.length === 0 ? '' : `\n${table(tradeColumns.slice(0, 5), rows)}`;
}
