/** Baselines of leagues, and what they were worth where bots began. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { decodeHoldings, encodeHoldings } from '../fill/portfolio-text.ts';
import { baselineOrder, type Baseline, type LeagueBaselines } from '../rank/baseline.ts';
import type { BaselineValue } from '../rank/baseline-value.ts';

/** The baselines of every league that has begun. */
export async function allBaselines(db: Db | Trx): Promise<Map<string, LeagueBaselines>> {
  const rows = await db.selectFrom('ledger.baselines').selectAll().orderBy('league').orderBy('baseline_id').execute();
  const leagues = new Map<string, { windowStart: Instant; list: Baseline[] }>();
  for (const r of rows) {
    const of = leagues.get(r.league) ?? { windowStart: Number(r.window_start), list: [] };
    of.list.push({ id: r.baseline_id, portfolio: { cash: r.cash, holdings: decodeHoldings(r.holdings) } });
    leagues.set(r.league, of);
  }
  for (const { list } of leagues.values()) list.sort(baselineOrder);
  return leagues;
}

export async function upsertBaselines(
  trx: Trx,
  insertMany: BulkInsert,
  league: string,
  { windowStart, list }: LeagueBaselines,
): Promise<void> {
  await insertMany(
    trx,
    'ledger.baselines',
    {
      league: { type: 'text', values: list.map(() => league) },
      baseline_id: { type: 'text', values: list.map((b) => b.id) },
      window_start: { type: 'int8', values: list.map(() => windowStart) },
      cash: { type: 'int8', values: list.map((b) => b.portfolio.cash) },
      holdings: { type: 'text', values: list.map((b) => encodeHoldings(b.portfolio.holdings)) },
    },
    'on conflict (league, baseline_id) do update set cash = excluded.cash, holdings = excluded.holdings',
  );
}

/** Keeps what is there: the first answer stands. */
export async function insertBaselineMark(trx: Trx, league: string, mark: Instant, baselines: string): Promise<void> {
  await trx
    .insertInto('ledger.baseline_marks')
    .values({ league, mark: BigInt(mark), baselines })
    .onConflict((c) => c.columns(['league', 'mark']).doNothing())
    .execute();
}

/** What baselines of the league were worth at first fills, from an instant on. */
export async function baselineMarksFrom(
  trx: Trx,
  league: string,
  from: Instant,
): Promise<Map<Instant, readonly BaselineValue[]>> {
  const rows = await trx
    .selectFrom('ledger.baseline_marks')
    .select(['mark', 'baselines'])
    .where('league', '=', league)
    .where('mark', '>=', BigInt(from))
    .execute();
  return new Map(rows.map((r) => [Number(r.mark), JSON.parse(r.baselines) as BaselineValue[]]));
}
