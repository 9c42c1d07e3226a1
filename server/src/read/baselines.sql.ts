/** What a board says of baselines. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { isValidClose } from '../flow/ladder/ladder.sql.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import type { Db } from '../storage/storage.ts';

export interface BaselinesAt {
  readonly at: Instant;
  readonly baselines: readonly BaselineValue[];
}

const decoded = (at: bigint, text: string): BaselinesAt => ({
  at: Number(at),
  baselines: JSON.parse(text) as BaselineValue[],
});

/** At the closes of a league from one to another, both included, voided ones left out, oldest first. */
export async function baselinesAtCloses(db: Db, league: string, from: Instant, to: Instant): Promise<BaselinesAt[]> {
  const rows = await db
    .selectFrom('ledger.boards as c')
    .select(['c.close', 'c.baselines'])
    .where('c.league', '=', league)
    .where('c.close', '>=', BigInt(from))
    .where('c.close', '<=', BigInt(to))
    .where(isValidClose)
    .orderBy('c.close')
    .execute();
  return rows.map((r) => decoded(r.close, r.baselines));
}

/** At the ends of windows in which bots of the league filled for the first time; a mark before its baselines is absent. */
export async function baselinesAtMarks(db: Db, league: string, marks: readonly Instant[]): Promise<BaselinesAt[]> {
  if (marks.length === 0) return [];
  const rows = await db
    .selectFrom('ledger.baseline_marks')
    .select(['mark', 'baselines'])
    .where('league', '=', league)
    .where('mark', 'in', marks.map(BigInt))
    .execute();
  return rows.map((r) => decoded(r.mark, r.baselines));
}
