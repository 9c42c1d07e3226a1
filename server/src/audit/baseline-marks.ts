/** What the baselines were worth where bots began: computed anew at each first fill, and compared with what is stored at the end. */
import { iso, type Instant } from '../lib/clock.ts';
import type { BaselineMark } from '../flow/mark/mark-state.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import type { Trx } from '../storage/storage.ts';
import { baselineMarksAfter, rowsPerChunk } from './audit.sql.ts';
import type { Differences } from './differences.ts';

export interface BaselineMarks {
  /** At a mark, bots filled for the first time; the first answer stands. */
  expect(mark: BaselineMark): void;
  /** As computed at first fills so far. */
  at(league: string, end: Instant): readonly BaselineValue[] | undefined;
  /** After the last mark: every row there must be, and no other. */
  check(): Promise<void>;
}

export function createBaselineMarks(trx: Trx, differences: Differences): BaselineMarks {
  const expected = new Map<string, readonly BaselineValue[]>();
  const fieldsOf = (values: readonly BaselineValue[] | undefined) => values && { baselines: JSON.stringify(values) };
  return {
    expect({ league, end, values }) {
      const key = keyOf(league, end);
      if (!expected.has(key)) expected.set(key, values);
    },
    at: (league, end) => expected.get(keyOf(league, end)),
    async check() {
      for (let after: { league: string; mark: bigint } | undefined; ;) {
        const rows = await baselineMarksAfter(trx, after, rowsPerChunk);
        for (const row of rows) {
          const key = keyOf(row.league, Number(row.mark));
          const { baselines } = row;
          differences.compare('ledger.baseline_marks', key, fieldsOf(expected.get(key)), { baselines });
          expected.delete(key);
        }
        after = rows.at(-1);
        if (!after) break;
      }
      for (const [key, values] of expected)
        differences.compare('ledger.baseline_marks', key, fieldsOf(values), undefined);
    },
  };
}

function keyOf(league: string, mark: Instant): string {
  return `${league} ${iso(mark)}`;
}
