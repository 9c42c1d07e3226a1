/** What a board says of baselines. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { valid } from '../flow/ladder/ladder.sql.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { findRows } from '../storage/find.ts';
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
  const rows = await findRows(db, valid('ledger.boards'), { league, close: { from, upTo: to } }, 'close');
  return rows.map((r) => decoded(r.close, r.baselines));
}

/** At the ends of windows in which bots of the league filled for the first time; a mark before its baselines is absent. */
export async function baselinesAtMarks(db: Db, league: string, marks: readonly Instant[]): Promise<BaselinesAt[]> {
  const rows = await findRows(db, 'ledger.baseline_marks', { league, mark: marks });
  return rows.map((r) => decoded(r.mark, r.baselines));
}
