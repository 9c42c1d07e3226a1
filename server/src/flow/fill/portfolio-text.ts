/** Portfolios and trades as they are stored: JSON text with decimal text inside. Symbols stand in code-unit order. */
import {
  formatFixed,
  moneyScale,
  parseFixed,
  parseFixedPart,
  priceScale,
  unitsScale,
  weightScale,
} from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { Trade } from './fill.ts';

/** Symbols need no escaping: they match ^[A-Z0-9]{1,12}-(USD|CAD)$. */
export function encodeHoldings(holdings: ReadonlyMap<SymbolId, bigint>): string {
  let text = '{';
  let last = '';
  for (const [symbol, units] of holdings) {
    if (symbol < last) return encodeHoldings(new Map([...holdings].sort(([a], [b]) => (a < b ? -1 : 1))));
    last = symbol;
    text += `${text.length > 1 ? ',' : ''}"${symbol}":"${formatFixed(units, unitsScale)}"`;
  }
  return `${text}}`;
}

export function decodeHoldings(text: string): Map<SymbolId, bigint> {
  return decodeAmounts(text, unitsScale);
}

export function decodeWeights(text: string): Map<SymbolId, bigint> {
  return decodeAmounts(text, weightScale);
}

function decodeAmounts(text: string, scale: number): Map<SymbolId, bigint> {
  const amounts = new Map<SymbolId, bigint>();
  eachAmount(text, (symbol, from, to) => amounts.set(symbol, parseFixedPart(text, from, to, scale)));
  return amounts;
}

/** Amounts as doubles, for JSON: the nearest ones, which print as the text does up to 15 digits. */
export function amountNumbers(text: string): Record<SymbolId, number> {
  const numbers: Record<SymbolId, number> = {};
  eachAmount(text, (symbol, from, to) => (numbers[symbol] = Number(text.slice(from, to))));
  return numbers;
}

/**
 * Visits each amount of `{"A":"1.5","B":"2"}` with where its digits stand. The texts are our own, so quotes are all that has to be
 * looked for; JSON.parse and an object in between take three times as long, and a window decodes two of these per order.
 */
function eachAmount(text: string, visit: (symbol: SymbolId, from: number, to: number) => void): void {
  if (text === '{}') return;
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = text.indexOf('":"', at + 1);
    const end = text.indexOf('"', nameEnd + 3);
    if (nameEnd < 0 || end < 0) break;
    visit(text.slice(at + 1, nameEnd), nameEnd + 3, end);
    at = end + 2;
  }
  if (at !== text.length || !text.endsWith('}')) throw new Error(`not amounts: ${text.slice(0, 100)}`);
}

const quote = 34;

/** [symbol, signed units, price, cost, fee, spread] */
export type TradeText = readonly [string, string, string, string, string, string];

/** @param priceText decimal text of a price; a window has few prices and many trades, so the caller keeps them. */
export function encodeTrades(trades: readonly Trade[], priceText: (price: bigint) => string): string {
  let text = '[';
  for (const t of trades) {
    const sign = t.side === 'sell' ? '-' : '';
    text += `${text.length > 1 ? ',' : ''}["${t.symbol}","${sign}${formatFixed(t.units, unitsScale)}","${priceText(t.price)}","${formatFixed(t.cost, moneyScale)}","${formatFixed(t.fee, moneyScale)}","${t.spread === 0n ? '0' : formatFixed(t.spread, moneyScale)}"]`;
  }
  return `${text}]`;
}

export function decodeTrades(text: string): Trade[] {
  return (JSON.parse(text) as TradeText[]).map(([symbol, units, price, cost, fee, spread]) => ({
    symbol,
    side: units.startsWith('-') ? 'sell' : 'buy',
    units: parseFixed(units.startsWith('-') ? units.slice(1) : units, unitsScale),
    price: parseFixed(price, priceScale),
    cost: parseFixed(cost, moneyScale),
    fee: parseFixed(fee, moneyScale),
    spread: parseFixed(spread, moneyScale),
  }));
}
