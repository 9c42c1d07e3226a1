/** What a bot holds now, what it gained by each symbol, and what has happened since its last close. None of it ranks. */
import type { Positions } from 'papertape-contract/bot';
import { startValue, type Portfolio } from '../flow/fill/fill.ts';
import { averageCost, averageCostScale, worthAt, type SymbolProfit } from '../flow/fill/profit.ts';
import type { SymbolId } from '../league/symbol.ts';
import { iso } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import type { Db } from '../storage/storage.ts';
import type { BotClose } from './close.ts';
import type { ClosePricesView } from './close-prices.ts';
import type { PricedHoldings } from './priced-holdings.ts';
import type { ProfitBook, ProfitFold } from './profit-fold.ts';
import { portfolioOf } from './views.sql.ts';
import type { Standing } from './wire.ts';

export interface ProfitDeps {
  readonly db: Db;
  readonly profits: ProfitBook;
  readonly closePrices: ClosePricesView;
}

const money = (amount: bigint): string => formatFixed(amount, moneyScale);
const orNull = (amount: bigint | undefined): string | null => (amount === undefined ? null : money(amount));

/** What a bot holds, and the trades that made it, of one moment. */
export interface Book {
  readonly portfolio: Portfolio | undefined;
  readonly atClose: ProfitFold;
  readonly atNow: ProfitFold;
}

/** @param last its last close. */
export async function bookOf({ db, profits }: ProfitDeps, botId: string, last: BotClose | undefined): Promise<Book> {
  const read = () => profits.of(botId, last?.close ?? 0);
  let both = await read();
  const portfolio = await portfolioOf(db, botId);
  // A mark was stored between the two: its fills are there now.
  if (!isSame(both.now, portfolio?.holdings ?? new Map<SymbolId, bigint>())) both = await read();
  return { portfolio, atClose: both.earlier, atNow: both.now };
}

/** @param now what it holds, as it is valued now. */
export async function profitView(
  { closePrices }: ProfitDeps,
  { atClose, atNow }: Book,
  now: PricedHoldings,
  { last, rank, counts }: Standing,
): Promise<Pick<Positions, 'profit' | 'since_close'>> {
  const symbols = [...atNow.profits].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines: Positions['profit']['symbols'] = [];
  let unrealised: bigint | undefined = 0n;
  let realised = 0n;
  let fees = 0n;
  for (const [symbol, p] of symbols) {
    const own = unrealisedOf(p, now.prices.get(symbol));
    const before = atClose.profits.get(symbol);
    const price = before && before.units > 0n && last ? await closePrices.at(last.close, symbol) : undefined;
    const cost = averageCost(p);
    lines.push({
      symbol,
      average_cost: cost === undefined ? null : formatFixed(cost, averageCostScale),
      realised: money(p.realised),
      unrealised: orNull(own),
      fees: money(p.fees),
      since_close: orNull(difference(gainOf(p, own), before ? gainOf(before, unrealisedOf(before, price)) : 0n)),
    });
    unrealised = unrealised === undefined || own === undefined ? undefined : unrealised + own;
    realised += p.realised;
    fees += p.fees;
  }
  const { fills, paid } = atNow;
  const value = last?.value ?? startValue;
  return {
    profit: {
      fills,
      realised: money(realised),
      unrealised: orNull(unrealised),
      fees: money(fees),
      paid: money(paid),
      symbols: lines,
    },
    since_close: {
      close: last ? iso(last.close) : null,
      value: money(value),
      change: orNull(difference(now.value, value)),
      fills: fills - atClose.fills,
      rank: last?.rank ?? null,
      rank_now: rank,
      newcomers: counts.fresh,
    },
  };
}

/** Undefined when the price of something that is held is not known. */
function unrealisedOf(p: SymbolProfit, price: bigint | undefined): bigint | undefined {
  if (p.units === 0n) return 0n;
  return price === undefined ? undefined : worthAt(p, price) - p.cost;
}

function gainOf({ realised, fees }: SymbolProfit, unrealised: bigint | undefined): bigint | undefined {
  return unrealised === undefined ? undefined : realised + unrealised - fees;
}

function difference(now: bigint | undefined, then: bigint | undefined): bigint | undefined {
  return now === undefined || then === undefined ? undefined : now - then;
}

function isSame({ profits }: ProfitFold, holdings: ReadonlyMap<SymbolId, bigint>): boolean {
  const held = [...profits].filter(([, p]) => p.units > 0n);
  return held.length === holdings.size && held.every(([symbol, { units }]) => holdings.get(symbol) === units);
}
