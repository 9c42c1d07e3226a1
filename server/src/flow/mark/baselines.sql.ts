/** Baselines of leagues, and what they were worth where bots began. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import { findRow, findRows } from '../../storage/find.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { decodeHoldings, encodeHoldings } from '../fill/portfolio-text.ts';
import { baselineOrder, type Baseline, type LeagueBaselines } from '../rank/baseline.ts';
import type { BaselineValue } from '../rank/baseline-value.ts';
import type { BaselineMark } from './mark-state.ts';

/** The baselines of every league that has begun. */
export async function allBaselines(db: Db | Trx): Promise<Map<string, LeagueBaselines>> {
  const rows = await findRows(db, 'ledger.baselines', {}, 'league', 'baseline_id');
  const leagues = new Map<string, { windowStart: Instant; list: Baseline[] }>();
  for (const r of rows) {
    const of = leagues.get(r.league) ?? { windowStart: Number(r.window_start), list: [] };
    of.list.push({ id: r.baseline_id, portfolio: { cash: r.cash, holdings: decodeHoldings(r.holdings) } });
    leagues.set(r.league, of);
  }
  for (const { list } of leagues.values()) list.sort(baselineOrder);
  return leagues;
}

/** Cash of a baseline; undefined where the league has none of this id. */
export async function baselineCash(trx: Trx, league: string, id: string): Promise<bigint | undefined> {
  return (await findRow(trx, 'ledger.baselines', { league, baseline_id: id }))?.cash;
}

/** What is stored of a league's baselines. */
export function baselineRows(league: string, { windowStart, list }: LeagueBaselines): RowOf<'ledger.baselines'>[] {
  return list.map(({ id, portfolio }) => ({
    league,
    baseline_id: id,
    window_start: windowStart,
    cash: portfolio.cash,
    holdings: encodeHoldings(portfolio.holdings),
  }));
}

export async function upsertBaselines(
  trx: Trx,
  insertMany: BulkInsert,
  league: string,
  baselines: LeagueBaselines,
): Promise<void> {
  await insertMany(
    trx,
    'ledger.baselines',
    baselineRows(league, baselines),
    'on conflict (league, baseline_id) do update set cash = excluded.cash, holdings = excluded.holdings',
  );
}

/** What is stored of what a league's baselines were worth at the end of a window. */
export function baselineMarkRow({ league, end, values }: BaselineMark): RowTable<'ledger.baseline_marks'> {
  return { league, mark: BigInt(end), baselines: JSON.stringify(values) };
}

/** Keeps what is there: the first answer stands. */
export async function insertBaselineMark(trx: Trx, mark: BaselineMark): Promise<void> {
  await trx
    .insertInto('ledger.baseline_marks')
    .values(baselineMarkRow(mark))
    .onConflict((c) => c.columns(['league', 'mark']).doNothing())
    .execute();
}

/** What baselines of the league were worth at first fills, from an instant on. */
export async function baselineMarksFrom(
  trx: Trx,
  league: string,
  from: Instant,
): Promise<Map<Instant, readonly BaselineValue[]>> {
  const rows = await findRows(trx, 'ledger.baseline_marks', { league, mark: { from } });
  return new Map(rows.map((r) => [Number(r.mark), JSON.parse(r.baselines) as BaselineValue[]]));
}

/** The same of one instant; undefined where the league had none. */
export async function baselineMarkAt(
  trx: Trx,
  league: string,
  end: Instant,
): Promise<readonly BaselineValue[] | undefined> {
  const row = await findRow(trx, 'ledger.baseline_marks', { league, mark: end });
  return row && (JSON.parse(row.baselines) as BaselineValue[]);
}
