/** What the baselines were worth where bots began: computed anew at each first fill, and compared with what is stored at the end. */
import { iso, type Instant } from '../lib/clock.ts';
import { baselineMarkRow } from '../flow/mark/baselines.sql.ts';
import type { BaselineMark } from '../flow/mark/mark-state.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { heldRows, type Snapshot } from './audit.sql.ts';
import type { Differences } from './differences.ts';

export function createBaselineMarks(data: Snapshot, differences: Differences) {
  const expected = new Map<string, BaselineMark>();
  const keyOf = (league: string, end: Instant): string => `${league} ${iso(end)}`;
  return {
    /** At a mark, bots filled for the first time; the first answer stands. */
    expect(mark: BaselineMark): void {
      const key = keyOf(mark.league, mark.end);
      if (!expected.has(key)) expected.set(key, mark);
    },
    /** As computed at first fills so far. */
    at: (league: string, end: Instant): readonly BaselineValue[] | undefined =>
      expected.get(keyOf(league, end))?.values,
    /** After the last mark: every row there must be, and no other. */
    async check(): Promise<void> {
      const held = heldRows(data, 'ledger.baseline_marks');
      await differences.table('ledger.baseline_marks', expected.values(), baselineMarkRow, held);
    },
  };
}
