/** A bot's portfolio as it stood before an order, or at a mark: every fill that counts, every delisting and every payout, from the start on. */
import type { DelistingProof, PayoutProof, PortfolioOrigin } from 'papertape-contract/proof';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { Db } from '../../storage/storage.ts';
import type { Portfolio } from '../../flow/fill/fill.ts';
import { payoutsTo, type StoredPayout } from '../../flow/mark/payouts.sql.ts';
import { applyChange, fillFromTrades, startPortfolio } from '../../flow/mark/portfolio.ts';
import type { DelistedAt } from '../../flow/mark/portfolio.sql.ts';
import { countedFills, type FillInOrder } from '../../read/fills.sql.ts';
import { delistingsUntil } from './proof.sql.ts';

const fillsPerChunk = 1_000;
/** More than any order's number. */
const noOrder = Number.MAX_SAFE_INTEGER;

export interface PortfolioAsOf {
  readonly portfolio: Portfolio;
  readonly origin: PortfolioOrigin;
}

/**
 * A mark delists first, then fills, then pays.
 * @param sequence orders from this one on are left out, and what was paid after them; without it all that the mark did counts.
 */
export async function portfolioAsOf(db: Db, botId: string, until: Instant, sequence = noOrder): Promise<PortfolioAsOf> {
  const delistings = await delistingsUntil(db, botId, until);
  const payouts = await payoutsTo(db, botId, sequence === noOrder ? until : until - 1);
  let now = startPortfolio;
  let last: FillInOrder | undefined;
  let delisted = 0;
  let paid = 0;
  const catchUp = (delistedTo: Instant, paidTo: Instant): void => {
    for (let d = delistings[delisted]; d && d.mark <= delistedTo; d = delistings[++delisted]) now = applyChange(now, d);
    for (let p = payouts[paid]; p && p.mark <= paidTo; p = payouts[++paid]) now = applyChange(now, p);
  };
  for (let after = 0; ;) {
    const fills = await countedFills(db, botId, { after, before: sequence }, until, fillsPerChunk);
    for (const fill of fills) {
      const { atMark, trades, cashAfter } = fill;
      catchUp(atMark, atMark - 1);
      now = applyChange(now, fillFromTrades(now.portfolio, trades, cashAfter, atMark));
      last = fill;
    }
    if (fills.length < fillsPerChunk) break;
    after = last?.sequence ?? after;
  }
  const since = { delistings: delistings.slice(delisted), payouts: payouts.slice(paid) };
  catchUp(until, until);
  return {
    portfolio: now.portfolio,
    origin: {
      previous_fill: last?.orderId ?? null,
      delistings: since.delistings.map(delistingProof),
      payouts: since.payouts.map(payoutProof),
    },
  };
}

export function delistingProof(d: DelistedAt): DelistingProof {
  return {
    at: iso(d.mark),
    symbol: d.symbol,
    units: formatFixed(d.units, unitsScale),
    price: formatFixed(d.price, priceScale),
    cash: formatFixed(d.cash, moneyScale),
  };
}

export function payoutProof({ mark, why, cash }: StoredPayout): PayoutProof {
  return { at: iso(mark), room: why.room, id: why.id, cash: formatFixed(cash, moneyScale) };
}
