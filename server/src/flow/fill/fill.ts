/**
 * Fill: an order, the prices of its window and a portfolio in; trades and a new portfolio out, or a rejection, or a reason to wait.
 *
 * Contract 3.3 and 3.4. V = cash + sum of units * price over everything held. Target units = floor(weight * V / price).
 * Sells first, then buys; buys are scaled down together if rounding or fees would make cash negative: cash is never below
 * zero. Commission is zero; a trade in a CAD-priced symbol pays 0.5% of its notional as FX fee. A trade under $0.01 is
 * skipped. Symbols held but absent from the weights are sold. One symbol whose pools are apart rejects the whole order
 * (target weights are one decision). A suspended symbol counts in V at its frozen price and is left as it is.
 *
 * Rounding, always against the bot so that no value is made: units of a buy and proceeds of a sell round down, cost of a buy
 * and fees round up, each at the last place of its kind.
 *
 * Example: cash 100,000, BTC at 50,000, weights {BTC-USD: 0.5} -> V = 100,000, target 1 BTC, buy 1 for 50,000, cash 50,000.
 */
import { divCeil, divFloor, moneyScale, pow10, priceScale, unitsScale, weightScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../market/source.ts';
import type { UsdPrice, UsdPrices } from '../price/usd.ts';

/** FX fee of a trade in a CAD-priced symbol, in basis points of its notional: 0.5%. */
export const fxFeeBps = 50;
/** A trade with a smaller notional is skipped: $0.01 at `moneyScale`. */
export const tradeNotionalMin = 1_000_000n;

/** What every bot starts with: $100,000 at `moneyScale`. */
export const startValue = 100_000n * pow10(moneyScale);

export interface Portfolio {
  /** USD at `moneyScale` (8) places, never negative. */
  readonly cash: bigint;
  /** Units at `unitsScale` (12) places, all positive. */
  readonly holdings: ReadonlyMap<SymbolId, bigint>;
}

/** One symbol's line of a fill. */
export interface Trade {
  readonly symbol: SymbolId;
  readonly side: 'buy' | 'sell';
  /** At `unitsScale`, positive. */
  readonly units: bigint;
  /** USD at `priceScale`. */
  readonly price: bigint;
  /** Notional in USD at `moneyScale`: what a buy costs (rounded up) or a sell brings (rounded down), before the fee. */
  readonly cost: bigint;
  /** FX fee in USD at `moneyScale`, rounded up. */
  readonly fee: bigint;
}

export type FillDecision =
  | {
      readonly outcome: 'filled';
      readonly trades: readonly Trade[];
      readonly portfolio: Portfolio;
      /** USD at `moneyScale`, rounded down, at the prices of the window. */
      readonly valueBefore: bigint;
      readonly valueAfter: bigint;
    }
  | {
      readonly outcome: 'rejected';
      readonly symbol: SymbolId;
      readonly price: bigint;
      readonly second: bigint;
      readonly bps: string;
    }
  | { readonly outcome: 'waiting'; readonly symbol: SymbolId; readonly reason: string };

/** Places of a product of units and price. */
const productScale = unitsScale + priceScale;
const toMoney = pow10(productScale - moneyScale);
const fullWeight = pow10(weightScale);

/** Units and price -> USD at `productScale`, exact. */
export function notional(units: bigint, price: bigint): bigint {
  return units * price;
}

/** Value of a portfolio in USD at `moneyScale`, rounded down once. Every held symbol needs a price. */
export function portfolioValue(portfolio: Portfolio, priceOf: (symbol: SymbolId) => bigint): bigint {
  return divFloor(exactValue(portfolio, priceOf), toMoney);
}

function exactValue(portfolio: Portfolio, priceOf: (symbol: SymbolId) => bigint): bigint {
  let sum = portfolio.cash * toMoney;
  for (const [symbol, units] of portfolio.holdings) sum += units * priceOf(symbol);
  return sum;
}

/** @param isCad is the symbol priced in CAD, so that its trades pay the FX fee? */
export function decideFill(
  weights: ReadonlyMap<SymbolId, bigint>,
  portfolio: Portfolio,
  prices: UsdPrices,
  isCad: (symbol: SymbolId) => boolean,
): FillDecision {
  const obstacle = findObstacle(weights, portfolio, prices);
  if (obstacle) return obstacle;
  const priceOf = (symbol: SymbolId): bigint => usablePrice(symbol, prices.get(symbol));
  const value = exactValue(portfolio, priceOf);
  const { sells, buys } = planTrades(weights, portfolio, prices, value);

  let cash = portfolio.cash;
  const holdings = new Map(portfolio.holdings);
  const trades: Trade[] = [];
  for (const { symbol, units } of sells) {
    const trade = sellTrade(symbol, units, priceOf(symbol), isCad(symbol));
    cash += trade.cost - trade.fee;
    addUnits(holdings, symbol, -units);
    trades.push(trade);
  }
  for (const trade of affordable(buys, cash, priceOf, isCad)) {
    cash -= trade.cost + trade.fee;
    addUnits(holdings, trade.symbol, trade.units);
    trades.push(trade);
  }
  if (cash < 0n) throw new Error(`cash would be negative: ${cash}`);
  const after: Portfolio = { cash, holdings };
  const valueAfter = exactValue(after, priceOf);
  assertValueKept(value, valueAfter, trades);
  return {
    outcome: 'filled',
    trades,
    portfolio: after,
    valueBefore: divFloor(value, toMoney),
    valueAfter: divFloor(valueAfter, toMoney),
  };
}

/** The first symbol (code-unit order, pools apart before no price) that keeps the order from filling. */
function findObstacle(
  weights: ReadonlyMap<SymbolId, bigint>,
  portfolio: Portfolio,
  prices: UsdPrices,
): FillDecision | undefined {
  let waiting: (FillDecision & { outcome: 'waiting' }) | undefined;
  let rejected: (FillDecision & { outcome: 'rejected' }) | undefined;
  const look = (symbol: SymbolId): void => {
    const p = prices.get(symbol);
    if (p?.state === 'agreed' || p?.state === 'frozen') return;
    if (p?.state === 'apart') {
      if (!rejected || p.of < rejected.symbol) {
        rejected = { outcome: 'rejected', symbol: p.of, price: p.price, second: p.second, bps: p.bps };
      }
    } else {
      const of = p?.of ?? symbol;
      if (!waiting || of < waiting.symbol)
        waiting = { outcome: 'waiting', symbol: of, reason: p?.reason ?? 'not_listed' };
    }
  };
  for (const symbol of weights.keys()) look(symbol);
  for (const symbol of portfolio.holdings.keys()) if (!weights.has(symbol)) look(symbol);
  return rejected ?? waiting;
}

function usablePrice(symbol: SymbolId, p: UsdPrice | undefined): bigint {
  if (p?.state === 'agreed' || p?.state === 'frozen') return p.price;
  throw new Error(`${symbol} has no usable price`);
}

interface Change {
  readonly symbol: SymbolId;
  /** Positive, at `unitsScale`. */
  readonly units: bigint;
}

/** Differences between target and held units, symbols in code-unit order, those under one cent left out. */
function planTrades(
  weights: ReadonlyMap<SymbolId, bigint>,
  portfolio: Portfolio,
  prices: UsdPrices,
  value: bigint,
): { sells: Change[]; buys: Change[] } {
  const symbols = [...weights.keys()];
  for (const symbol of portfolio.holdings.keys()) if (!weights.has(symbol)) symbols.push(symbol);
  symbols.sort();
  const sells: Change[] = [];
  const buys: Change[] = [];
  for (const symbol of symbols) {
    const p = prices.get(symbol);
    if (p?.state !== 'agreed') continue; // frozen: left as it is
    const held = portfolio.holdings.get(symbol) ?? 0n;
    const target = ((weights.get(symbol) ?? 0n) * value) / (p.price * fullWeight);
    const units = target > held ? target - held : held - target;
    if (units * p.price < tradeNotionalMin * toMoney) continue;
    (target > held ? buys : sells).push({ symbol, units });
  }
  return { sells, buys };
}

function sellTrade(symbol: SymbolId, units: bigint, price: bigint, cad: boolean): Trade {
  const product = units * price;
  return { symbol, side: 'sell', units, price, cost: divFloor(product, toMoney), fee: fxFee(product, cad) };
}

function buyTrade(symbol: SymbolId, units: bigint, price: bigint, cad: boolean): Trade {
  const product = units * price;
  return { symbol, side: 'buy', units, price, cost: divCeil(product, toMoney), fee: fxFee(product, cad) };
}

function fxFee(product: bigint, cad: boolean): bigint {
  return cad ? divCeil(product * BigInt(fxFeeBps), toMoney * 10_000n) : 0n;
}

/**
 * Buys that the cash can pay for. When it cannot, all are scaled by the same factor: units' = floor(units * (cash - 2n) / total)
 * for n buys. Cost and fee of a scaled buy are at most its share plus one unit of rounding each, so the sum is at most
 * (cash - 2n) + 2n = cash.
 */
function affordable(
  buys: readonly Change[],
  cash: bigint,
  priceOf: (symbol: SymbolId) => bigint,
  isCad: (symbol: SymbolId) => boolean,
): Trade[] {
  const wanted = buys.map((b) => buyTrade(b.symbol, b.units, priceOf(b.symbol), isCad(b.symbol)));
  let total = 0n;
  for (const t of wanted) total += t.cost + t.fee;
  if (total <= cash) return wanted;
  const share = cash - 2n * BigInt(wanted.length);
  if (share <= 0n) return [];
  const scaled: Trade[] = [];
  for (const t of wanted) {
    const units = (t.units * share) / total;
    if (units * t.price < tradeNotionalMin * toMoney) continue;
    scaled.push(buyTrade(t.symbol, units, t.price, isCad(t.symbol)));
  }
  return scaled;
}

function addUnits(holdings: Map<SymbolId, bigint>, symbol: SymbolId, units: bigint): void {
  const sum = (holdings.get(symbol) ?? 0n) + units;
  if (sum < 0n) throw new Error(`${symbol} would be held short`);
  if (sum === 0n) holdings.delete(symbol);
  else holdings.set(symbol, sum);
}

/** A fill makes no value, and loses only fees and one unit of rounding per trade. */
function assertValueKept(before: bigint, after: bigint, trades: readonly Trade[]): void {
  let fees = 0n;
  for (const t of trades) fees += t.fee;
  const lost = before - after - fees * toMoney;
  if (lost < 0n || lost > BigInt(trades.length) * toMoney) throw new Error(`a fill changed the value by ${-lost}`);
}
