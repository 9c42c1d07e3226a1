/**
 * Fill: an order, the prices of its window and a portfolio in; trades and a new portfolio out, or a rejection, or a reason to wait.
 *
 * Contract 3.3 and 3.4. V = cash + sum of units * price over everything held. Target units = floor(weight * V / price).
 * Sells first, then buys; buys are scaled down together if rounding, fees or spreads would make cash negative: cash is never below
 * zero. Commission is zero; a trade in a CAD-priced symbol pays 0.5% of its notional as FX fee, and a trade in a symbol whose price may
 * be stale pays the spread of its route (docs/decisions/0024-stale-pools.md). A trade under $0.01 is skipped, but for the sale of a whole holding. Symbols held but absent from the weights are sold. One symbol whose pools are
 * apart rejects the whole order (target weights are one decision). A symbol that is named and not held takes part only where it
 * would trade $0.01: weight * V. A suspended symbol counts in V at its frozen price and is left as it is.
 *
 * Rounding, always against the bot so that no value is made: units of a buy and proceeds of a sell round down, cost of a buy,
 * fees and spreads round up, each at the last place of its kind. Cash and values are counted up to `amountMax`: what a sale brings above it is lost.
 *
 * Example: cash 100,000, BTC at 50,000, weights {BTC-USD: 0.5} -> V = 100,000, target 1 BTC, buy 1 for 50,000, cash 50,000.
 */
import { countedAmount, divCeil, moneyScale, pow10, priceScale, unitsScale, weightScale } from '../../lib/decimal.ts';
import type { Charge, Charges } from '../../league/charges.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { UsdPrice, UsdPrices } from '../price/usd.ts';

/** FX fee of a trade in a CAD-priced symbol, in basis points of its notional: 0.5%. */
export const fxFeeBps = 50;
/** A spread is stated in tenths of a basis point of the notional: in this many parts of it. */
export const spreadUnit = 100_000n;
/** A trade with a smaller notional is skipped, but for the sale of a whole holding: $0.01 at `moneyScale`. */
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
  /** Notional in USD at `moneyScale`: what a buy costs (rounded up) or a sell brings (rounded down), before fee and spread. */
  readonly cost: bigint;
  /** FX fee in USD at `moneyScale`, rounded up; of a sell its proceeds at most. */
  readonly fee: bigint;
  /** Spread in USD at `moneyScale`, rounded up; of a sell what the fee leaves of its proceeds at most. */
  readonly spread: bigint;
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
const roundUp = toMoney - 1n;
const fullWeight = pow10(weightScale);
const productMin = tradeNotionalMin * toMoney;

/** A symbol that is held or wanted, on its way through a fill. */
interface Line {
  readonly symbol: SymbolId;
  readonly weight: bigint;
  readonly price: bigint;
  /** Suspended: counted and left as it is. */
  readonly frozen: boolean;
  units: bigint;
}

export function decideFill(
  weights: ReadonlyMap<SymbolId, bigint>,
  portfolio: Portfolio,
  prices: UsdPrices,
  charges: Charges,
): FillDecision {
  const lines = linesOf(weights, portfolio, prices);
  if (!Array.isArray(lines)) return lines;
  let held = 0n;
  for (const line of lines) if (line.units > 0n) held += line.units * line.price;
  const before = portfolio.cash * toMoney + held;
  const { sells, buys } = planTrades(lines, before, charges);

  let cash = portfolio.cash;
  const trades: Trade[] = [];
  for (const sell of sells) {
    sell.line.units -= sell.units;
    held -= sell.product;
    cash += sell.cost;
    if (sell.charge) cash -= sell.fee + sell.spread;
    trades.push(tradeOf(sell, 'sell'));
  }
  for (const buy of affordable(buys, cash)) {
    buy.line.units += buy.units;
    held += buy.product;
    cash -= buy.cost;
    if (buy.charge) cash -= buy.fee + buy.spread;
    trades.push(tradeOf(buy, 'buy'));
  }
  if (cash < 0n) throw new Error(`cash would be negative: ${cash}`);
  const after = cash * toMoney + held;
  assertValueKept(before, after, trades);
  const holdings = new Map<SymbolId, bigint>();
  for (const line of lines) {
    if (line.units < 0n) throw new Error(`${line.symbol} would be held short`);
    if (line.units > 0n) holdings.set(line.symbol, line.units);
  }
  return {
    outcome: 'filled',
    trades,
    portfolio: { cash: countedAmount(cash), holdings },
    valueBefore: countedAmount(before / toMoney),
    valueAfter: countedAmount(after / toMoney),
  };
}

/** Every symbol held or wanted, in code-unit order; or what keeps the order from filling. */
function linesOf(
  weights: ReadonlyMap<SymbolId, bigint>,
  portfolio: Portfolio,
  prices: UsdPrices,
): Line[] | Exclude<FillDecision, { outcome: 'filled' }> {
  const lines: Line[] = [];
  const missing: Missing[] = [];
  const add = (symbol: SymbolId, weight: bigint, units: bigint): void => {
    const p = prices.get(symbol) ?? ({ state: 'unavailable', of: symbol, reason: 'not_listed', pool: symbol } as const);
    if (p.state === 'agreed' || p.state === 'frozen') {
      lines.push({ symbol, weight, price: p.price, frozen: p.state === 'frozen', units });
    } else missing.push({ price: p, weight, units });
  };
  for (const [symbol, weight] of weights) add(symbol, weight, portfolio.holdings.get(symbol) ?? 0n);
  for (const [symbol, units] of portfolio.holdings) if (!weights.has(symbol)) add(symbol, 0n, units);
  const needed = missing.length > 0 ? takingPart(missing, lines, portfolio) : missing;
  return needed.length > 0 ? obstacleOf(needed.map((m) => m.price)) : inOrder(lines);
}

/** A symbol that is held or wanted and has no price. */
interface Missing {
  readonly price: UsdPrice;
  readonly weight: bigint;
  readonly units: bigint;
}

/** Those that are held, and those that would be bought for a cent at least: nobody can cancel an order by a part that trades nothing. */
function takingPart(missing: readonly Missing[], lines: readonly Line[], portfolio: Portfolio): readonly Missing[] {
  // While something that is held has no price, the value is not known, and all take part.
  if (missing.some((m) => m.units > 0n)) return missing;
  let value = portfolio.cash * toMoney;
  for (const line of lines) value += line.units * line.price;
  return missing.filter((m) => m.weight * value >= productMin * fullWeight);
}

/** Weights and holdings are stored in order, so that there is seldom anything to do. */
function inOrder(lines: Line[]): Line[] {
  for (let i = 1; i < lines.length; i++) {
    if ((lines[i - 1] as Line).symbol > (lines[i] as Line).symbol) {
      return lines.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    }
  }
  return lines;
}

/** Pools apart come before a missing price, and the first symbol in code-unit order before the others. */
function obstacleOf(missing: readonly UsdPrice[]): Exclude<FillDecision, { outcome: 'filled' }> {
  const first = <P extends { readonly of: SymbolId }>(found: P[]): P | undefined =>
    found.sort((a, b) => (a.of < b.of ? -1 : 1))[0];
  const apart = first(missing.filter((p) => p.state === 'apart'));
  if (apart) {
    return { outcome: 'rejected', symbol: apart.of, price: apart.price, second: apart.second, bps: apart.bps };
  }
  const unavailable = first(missing.filter((p) => p.state === 'unavailable'));
  if (!unavailable) throw new Error('nothing is missing');
  return { outcome: 'waiting', symbol: unavailable.of, reason: unavailable.reason };
}

/** A trade that is wanted: `units` positive, and what it moves. */
interface Change {
  readonly line: Line;
  readonly units: bigint;
  /** units * price: USD at `productScale`, exact. */
  readonly product: bigint;
  /** What its symbol pays; undefined for nothing, which is asked first: it is what most trades pay. */
  readonly charge: Charge | undefined;
  /** Cash in USD at `moneyScale`: rounded down for a sell, up for a buy. */
  readonly cost: bigint;
  readonly fee: bigint;
  readonly spread: bigint;
}

/** Differences between target and held units. Those under one cent are left out, but a whole holding is sold whatever it is worth. */
function planTrades(lines: readonly Line[], value: bigint, charges: Charges): { sells: Change[]; buys: Change[] } {
  const sells: Change[] = [];
  const buys: Change[] = [];
  for (const line of lines) {
    if (line.frozen) continue;
    const target = line.weight === 0n ? 0n : (line.weight * value) / (line.price * fullWeight);
    const buy = target > line.units;
    const units = buy ? target - line.units : line.units - target;
    const product = units * line.price;
    const isWholeSale = target === 0n && line.units > 0n;
    if (product < productMin && !isWholeSale) continue;
    const charge = charges.get(line.symbol);
    const cost = (buy ? product + roundUp : product) / toMoney;
    let fee = fxFee(product, charge);
    let spread = spreadOf(product, charge);
    // Dust may bring less than it pays, which is rounded up: without this a sale could take cash below zero.
    if (!buy && charge) {
      if (fee > cost) fee = cost;
      if (spread > cost - fee) spread = cost - fee;
    }
    (buy ? buys : sells).push({ line, units, product, charge, cost, fee, spread });
  }
  return { sells, buys };
}

function fxFee(product: bigint, charge: Charge | undefined): bigint {
  return charge?.isCad ? divCeil(product * BigInt(fxFeeBps), toMoney * 10_000n) : 0n;
}

function spreadOf(product: bigint, charge: Charge | undefined): bigint {
  return charge && charge.spread > 0n ? divCeil(product * charge.spread, toMoney * spreadUnit) : 0n;
}

/**
 * Buys that the cash can pay for. When it cannot, all are scaled by the same factor: units' = floor(units * (cash - 2n - m) / total)
 * for n buys, of which m pay a spread. Cost, fee and spread of a scaled buy are at most its share plus one unit of rounding each, so the
 * sum is at most (cash - 2n - m) + 2n + m = cash.
 */
function affordable(wanted: readonly Change[], cash: bigint): readonly Change[] {
  let total = 0n;
  let roundings = 2 * wanted.length;
  for (const t of wanted) {
    total += t.charge ? t.cost + t.fee + t.spread : t.cost;
    if (t.charge && t.charge.spread > 0n) roundings++;
  }
  if (total <= cash) return wanted;
  const share = cash - BigInt(roundings);
  if (share <= 0n) return [];
  const scaled: Change[] = [];
  for (const { line, units: all, charge } of wanted) {
    const units = (all * share) / total;
    const product = units * line.price;
    if (product < productMin) continue;
    const cost = (product + roundUp) / toMoney;
    scaled.push({ line, units, product, charge, cost, fee: fxFee(product, charge), spread: spreadOf(product, charge) });
  }
  return scaled;
}

function tradeOf({ line, units, cost, fee, spread }: Change, side: Trade['side']): Trade {
  return { symbol: line.symbol, side, units, price: line.price, cost, fee, spread };
}

/** What the trades moved, buys and sells: USD at `moneyScale`. */
export function notional(trades: readonly Pick<Trade, 'cost'>[]): bigint {
  let sum = 0n;
  for (const t of trades) sum += t.cost;
  return sum;
}

/** A fill makes no value, and loses only fees, spreads and one unit of rounding per trade. */
function assertValueKept(before: bigint, after: bigint, trades: readonly Trade[]): void {
  let fees = 0n;
  for (const t of trades) fees += t.spread === 0n ? t.fee : t.fee + t.spread;
  const lost = before - after - fees * toMoney;
  if (lost < 0n || lost > BigInt(trades.length) * toMoney) throw new Error(`a fill changed the value by ${-lost}`);
}
