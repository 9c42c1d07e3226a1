/** Portfolios and trades as they are stored: JSON text with decimal text inside. Symbols stand in code-unit order. */
import { formatFixed, moneyScale, parseFixed, priceScale, unitsScale, weightScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../market/source.ts';
import type { Trade } from './fill.ts';

/** Symbols need no escaping: they match ^[A-Z0-9]{1,12}-(USD|CAD)$. */
export function encodeHoldings(holdings: ReadonlyMap<SymbolId, bigint>): string {
  const symbols = [...holdings.keys()].sort();
  let text = '{';
  for (const symbol of symbols) {
    text += `${text.length > 1 ? ',' : ''}"${symbol}":"${formatFixed(holdings.get(symbol) as bigint, unitsScale)}"`;
  }
  return `${text}}`;
}

export function decodeHoldings(text: string): Map<SymbolId, bigint> {
  const holdings = new Map<SymbolId, bigint>();
  const stored = JSON.parse(text) as Record<string, string>;
  for (const symbol in stored) holdings.set(symbol, parseFixed(stored[symbol] as string, unitsScale));
  return holdings;
}

export function decodeWeights(text: string): Map<SymbolId, bigint> {
  const weights = new Map<SymbolId, bigint>();
  const stored = JSON.parse(text) as Record<string, string>;
  for (const symbol in stored) weights.set(symbol, parseFixed(stored[symbol] as string, weightScale));
  return weights;
}

/** [symbol, signed units, price, cost, fee] */
export type TradeText = readonly [string, string, string, string, string];

/** @param priceText decimal text of a price; a window has few prices and many trades, so the caller keeps them. */
export function encodeTrades(trades: readonly Trade[], priceText: (price: bigint) => string): string {
  let text = '[';
  for (const t of trades) {
    const sign = t.side === 'sell' ? '-' : '';
    text += `${text.length > 1 ? ',' : ''}["${t.symbol}","${sign}${formatFixed(t.units, unitsScale)}","${priceText(t.price)}","${formatFixed(t.cost, moneyScale)}","${formatFixed(t.fee, moneyScale)}"]`;
  }
  return `${text}]`;
}

export function decodeTrades(text: string): Trade[] {
  return (JSON.parse(text) as TradeText[]).map(([symbol, units, price, cost, fee]) => ({
    symbol,
    side: units.startsWith('-') ? 'sell' : 'buy',
    units: parseFixed(units.startsWith('-') ? units.slice(1) : units, unitsScale),
    price: parseFixed(price, priceScale),
    cost: parseFixed(cost, moneyScale),
    fee: parseFixed(fee, moneyScale),
  }));
}
