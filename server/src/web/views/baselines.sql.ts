/** What a board says of baselines. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BaselineValue } from '../../flow/rank/baseline-value.ts';
import type { Db } from '../../storage/storage.ts';

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
    .selectFrom('ledger.boards as b')
    .select(['b.close', 'b.baselines'])
    .where('b.league', '=', league)
    .where('b.close', '>=', BigInt(from))
    .where('b.close', '<=', BigInt(to))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('ledger.voided_closes as v')
            .select('v.close')
            .whereRef('v.league', '=', 'b.league')
            .whereRef('v.close', '=', 'b.close'),
        ),
      ),
    )
    .orderBy('b.close')
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
