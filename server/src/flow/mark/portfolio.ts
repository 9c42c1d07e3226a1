/**
 * Portfolio: a bot's portfolio and one change of it in, the portfolio after the change out. This is the only fold of portfolios.
 *
 * Three things change a portfolio: a fill (contract 3.3), the delisting of a symbol that it holds (contract 3.3), and a payout of a
 * feature room. A bot that none of them has changed yet has the start portfolio: $100,000 and nothing else.
 *
 * Only a fill counts as trading, and a payout that says so: the pay of a round of tasks is one trade of nothing, and the first of them is the
 * bot's first fill. A delisting and every other payout change neither the number of trades, nor the notional traded, nor when the
 * bot filled first. A fill without a trade, such as that of `{}` from cash, changes nothing: the first fill is the first that trades, so that
 * nobody sets the instant from which it is measured and stays in cash.
 *
 * Example: start portfolio, fill {buy 1 BTC for 50,000 in the window that ends at 12:35} -> cash 50,000, 1 BTC, 1 trade, 50,000 traded,
 * first fill at 12:35. A payout of 25 after that -> cash 50,025, all else as it was.
 */
import { countedAmount } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { delistHolding } from '../fill/delist.ts';
import { notional, startValue, type Portfolio, type Trade } from '../fill/fill.ts';

/** A portfolio with what is counted of it. */
export interface BotPortfolio {
  readonly portfolio: Portfolio;
  /** Trades of all fills that count; more than `tradesMax` are not counted. */
  readonly trades: number;
  /** Their notional; USD at `moneyScale`, exact however large: no column of 64 bits holds it. */
  readonly traded: bigint;
  /** End of the window of the first fill that counts and trades. */
  readonly firstFillAt: Instant | undefined;
}

/** The largest number that is exact wherever numbers are doubles, as in JSON. */
const tradesMax = Number.MAX_SAFE_INTEGER;

export const startPortfolio: BotPortfolio = {
  portfolio: { cash: startValue, holdings: new Map() },
  trades: 0,
  traded: 0n,
  firstFillAt: undefined,
};

export type PortfolioChange = Fill | Delisting | Payout;

/** An order that filled and counts: not one of a sandbox. */
export interface Fill {
  readonly kind: 'fill';
  /** End of the window that priced it. */
  readonly windowEnd: Instant;
  readonly trades: readonly Pick<Trade, 'cost'>[];
  readonly after: Portfolio;
}

/** A symbol turned into cash for good. */
export interface Delisting {
  readonly kind: 'delisting';
  readonly symbol: SymbolId;
  /** What was held of it, at `unitsScale`. */
  readonly units: bigint;
  /** Its last agreed price; USD at `priceScale`. */
  readonly price: bigint;
  /** What it brings; USD at `moneyScale`. */
  readonly cash: bigint;
}

/** Paper money that a feature room gives a bot, or takes from it, at a mark. It is a fact: what it follows from is the room's own. */
export interface Payout {
  readonly kind: 'payout';
  readonly botId: string;
  readonly league: string;
  /** USD at `moneyScale`; may be negative, but never takes more than the bot's cash. */
  readonly cash: bigint;
  /** The room that decided it, and what the room calls it: one bot gets one payout of this name at most. */
  readonly why: { readonly room: string; readonly id: string };
  /** The mark at which it was made, when it stands where a scored fill stands. */
  readonly scoredAt?: Instant | undefined;
}

export function applyChange(before: BotPortfolio, change: PortfolioChange): BotPortfolio {
  if (change.kind === 'fill') {
    if (change.trades.length === 0) return before;
    return {
      portfolio: change.after,
      trades: Math.min(before.trades + change.trades.length, tradesMax),
      traded: before.traded + notional(change.trades),
      firstFillAt: before.firstFillAt ?? change.windowEnd,
    };
  }
  const { cash, holdings } = before.portfolio;
  if (change.kind === 'delisting') return { ...before, portfolio: withoutHolding(before.portfolio, change) };
  if (cash + change.cash < 0n)
    throw new Error(`the payout ${change.why.room}/${change.why.id} takes more than the cash of ${change.botId}`);
  const portfolio = { cash: countedAmount(cash + change.cash), holdings };
  if (change.scoredAt === undefined) return { ...before, portfolio };
  const trades = Math.min(before.trades + 1, tradesMax);
  return { ...before, portfolio, trades, firstFillAt: before.firstFillAt ?? change.scoredAt };
}

/** What the delisting of a symbol makes of a portfolio; undefined when it holds none of it. */
export function delistingOf(portfolio: Portfolio, symbol: SymbolId, price: bigint): Delisting | undefined {
  if (!portfolio.holdings.has(symbol)) return undefined;
  const { units, cash } = delistHolding(portfolio, symbol, price);
  return { kind: 'delisting', symbol, units, price, cash };
}

/** Also a baseline's portfolio loses a delisted symbol. */
export function withoutHolding(
  { cash, holdings }: Portfolio,
  delisting: Pick<Delisting, 'symbol' | 'cash'>,
): Portfolio {
  const rest = new Map(holdings);
  rest.delete(delisting.symbol);
  return { cash: countedAmount(cash + delisting.cash), holdings: rest };
}

/** A fill as it is stored, its trades and the cash after it, as the change of the portfolio before it. */
export function fillFromTrades(
  before: Portfolio,
  trades: readonly Trade[],
  cashAfter: bigint,
  windowEnd: Instant,
): Fill {
  const holdings = new Map(before.holdings);
  for (const { symbol, side, units } of trades) {
    const now = (holdings.get(symbol) ?? 0n) + (side === 'buy' ? units : -units);
    if (now === 0n) holdings.delete(symbol);
    else holdings.set(symbol, now);
  }
  return { kind: 'fill', windowEnd, trades, after: { cash: cashAfter, holdings } };
}
