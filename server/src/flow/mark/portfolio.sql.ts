/** Portfolios and what changed them besides fills. One function per statement. */
import { formatFixed, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import type { Trx } from '../../storage/storage.ts';
import { startValue } from '../fill/fill.ts';
import { decodeHoldings, encodeHoldings } from '../fill/portfolio-text.ts';
import { startPortfolio, type BotPortfolio, type Delisting } from './portfolio.ts';

/** Of `ledger.portfolios as p`; all null for a bot that nothing has changed yet. */
export const portfolioColumns = ['p.cash', 'p.holdings', 'p.trades', 'p.traded', 'p.first_fill_at'] as const;
type PortfolioColumn = 'cash' | 'holdings' | 'trades' | 'traded' | 'first_fill_at';

export function botPortfolio(r: {
  readonly [C in PortfolioColumn]: RowTable<'ledger.portfolios'>[C] | null;
}): BotPortfolio {
  if (r.holdings === null) return startPortfolio;
  return {
    portfolio: { cash: r.cash ?? startValue, holdings: decodeHoldings(r.holdings) },
    trades: Number(r.trades),
    traded: BigInt(r.traded ?? 0),
    firstFillAt: r.first_fill_at === null ? undefined : Number(r.first_fill_at),
  };
}

export interface StoredPortfolio {
  readonly botId: string;
  readonly league: string;
  readonly now: BotPortfolio;
}

/** What is stored of a portfolio. */
export function portfolioRow({ botId, league, now }: StoredPortfolio): RowOf<'ledger.portfolios'> {
  const { portfolio, trades, traded, firstFillAt } = now;
  return {
    agent_id: botId,
    league,
    cash: portfolio.cash,
    holdings: encodeHoldings(portfolio.holdings),
    trades,
    first_fill_at: firstFillAt ?? null,
    traded: String(traded),
  };
}

/** @param changed at most one entry per bot. */
export async function upsertPortfolios(
  trx: Trx,
  insertMany: BulkInsert,
  changed: readonly StoredPortfolio[],
): Promise<void> {
  await insertMany(
    trx,
    'ledger.portfolios',
    changed.map(portfolioRow),
    'on conflict (agent_id) do update set cash = excluded.cash, holdings = excluded.holdings, trades = excluded.trades, first_fill_at = excluded.first_fill_at, traded = excluded.traded',
  );
}

/** Bots that hold a symbol (delistings only: it reads every portfolio). */
export async function portfoliosHolding(trx: Trx, symbol: string): Promise<StoredPortfolio[]> {
  const rows = await trx
    .selectFrom('ledger.portfolios as p')
    .select(['p.agent_id', 'p.league', ...portfolioColumns])
    .where('p.holdings', 'like', `%"${symbol}":%`)
    .orderBy('p.agent_id')
    .execute();
  return rows.map((r) => ({ botId: r.agent_id, league: r.league, now: botPortfolio(r) }));
}

/** A delisting of a symbol that a bot held. */
export interface BotDelisting extends Delisting {
  readonly botId: string;
}

/** What is stored of a delisting at a mark. */
export function delistingRow(
  { botId, symbol, units, price, cash }: BotDelisting,
  mark: Instant,
): RowOf<'ledger.delistings'> {
  return {
    agent_id: botId,
    at_mark: mark,
    symbol,
    units: formatFixed(units, unitsScale),
    price: formatFixed(price, priceScale),
    cash,
  };
}

export interface DelistedAt extends Delisting {
  readonly mark: Instant;
}

export function delistedAt(row: RowTable<'ledger.delistings'>): DelistedAt {
  return {
    kind: 'delisting',
    mark: Number(row.at_mark),
    symbol: row.symbol,
    units: parseFixed(row.units, unitsScale),
    price: parseFixed(row.price, priceScale),
    cash: row.cash,
  };
}

export async function insertDelistings(
  trx: Trx,
  insertMany: BulkInsert,
  mark: Instant,
  delistings: readonly BotDelisting[],
): Promise<void> {
  await insertMany(
    trx,
    'ledger.delistings',
    delistings.map((d) => delistingRow(d, mark)),
  );
}
