/** A bot's portfolio as it stood before an order, or at a mark: every fill that counts, and every delisting, from the start on. */
import type { DelistingProof, PortfolioOrigin } from 'papertape-contract/proof';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { DelistingsTable } from '../../storage/database.ts';
import type { Db } from '../../storage/storage.ts';
import { startValue, type Portfolio } from '../../flow/fill/fill.ts';
import { decodeTrades } from '../../flow/fill/portfolio-text.ts';
import { countedFills, delistingsUntil, type CountedFill } from './proof.sql.ts';

const fillsPerChunk = 1_000;
/** More than any order's number. */
const noOrder = 2n ** 62n;

export interface PortfolioAsOf {
  readonly portfolio: Portfolio;
  readonly origin: PortfolioOrigin;
}

/** @param sequence orders from this one on are left out; without it all that was decided by the mark counts. */
export async function portfolioAsOf(
  db: Db,
  botId: string,
  until: Instant,
  sequence: bigint = noOrder,
): Promise<PortfolioAsOf> {
  const delistings = await delistingsUntil(db, botId, until);
  const holdings = new Map<SymbolId, bigint>();
  let cash = startValue;
  let last: CountedFill | undefined;
  let next = 0;
  const delist = (upTo: bigint): void => {
    for (let d = delistings[next]; d && d.at_mark <= upTo; d = delistings[++next]) {
      holdings.delete(d.symbol);
      cash += d.cash;
    }
  };
  for (let after = 0n; ;) {
    const fills = await countedFills(db, botId, after, sequence, until, fillsPerChunk);
    for (const fill of fills) {
      // A delisting of a mark comes before the fills of the mark.
      delist(fill.at_mark);
      applyTrades(holdings, fill.trades);
      cash = fill.cash_after;
      last = fill;
    }
    if (fills.length < fillsPerChunk) break;
    after = last?.sequence ?? after;
  }
  const since = delistings.slice(next);
  delist(BigInt(until));
  return {
    portfolio: { cash, holdings },
    origin: { previous_fill: last?.order_id ?? null, delistings: since.map(delistingProof) },
  };
}

function applyTrades(holdings: Map<SymbolId, bigint>, trades: string): void {
  for (const { symbol, side, units } of decodeTrades(trades)) {
    const now = (holdings.get(symbol) ?? 0n) + (side === 'buy' ? units : -units);
    if (now === 0n) holdings.delete(symbol);
    else holdings.set(symbol, now);
  }
}

export function delistingProof(d: DelistingsTable): DelistingProof {
  return {
    at: iso(Number(d.at_mark)),
    symbol: d.symbol,
    units: d.units,
    price: d.price,
    cash: formatFixed(d.cash, moneyScale),
  };
}
