/** What the baselines were worth where bots began: computed anew at each first fill, and compared with what is stored at the end. */
import { iso, type Instant } from '../lib/clock.ts';
import { baselineValues } from '../flow/rank/baseline-value.ts';
import type { Trx } from '../storage/storage.ts';
import { baselineMarksAfter, rowsPerChunk } from './audit.sql.ts';
import type { Differences } from './differences.ts';
import type { MarketFold } from './market-fold.ts';

export interface BaselineMarks {
  /** @param firstFills ends of windows in which bots filled first, by league, decided at the mark. */
  add(firstFills: ReadonlyMap<string, ReadonlySet<Instant>>, mark: Instant): Promise<void>;
  /** As computed at first fills so far, as JSON. */
  at(league: string, end: Instant): string | undefined;
  /** After the last mark: every row there must be, and no other. */
  check(): Promise<void>;
}

export function createBaselineMarks(trx: Trx, market: MarketFold, differences: Differences): BaselineMarks {
  const expected = new Map<string, string>();
  return {
    async add(firstFills, mark) {
      for (const [league, ends] of firstFills) {
        const baselines = market.baselines.get(league);
        if (!baselines) continue;
        for (const end of ends) {
          const key = keyOf(league, end);
          if (expected.has(key)) continue;
          const { prices } = await market.valuationAt(end, mark);
          expected.set(key, JSON.stringify(baselineValues(baselines.list, prices)));
        }
      }
    },
    at: (league, end) => expected.get(keyOf(league, end)),
    async check() {
      for (let after: { league: string; mark: bigint } | undefined; ;) {
        const rows = await baselineMarksAfter(trx, after, rowsPerChunk);
        for (const row of rows) {
          const key = keyOf(row.league, Number(row.mark));
          const baselines = expected.get(key);
          differences.compare('ledger.baseline_marks', key, baselines === undefined ? undefined : { baselines }, {
            baselines: row.baselines,
          });
          expected.delete(key);
        }
        after = rows.at(-1);
        if (!after) break;
      }
      for (const [key, baselines] of expected) {
        differences.compare('ledger.baseline_marks', key, { baselines }, undefined);
      }
    },
  };
}

function keyOf(league: string, mark: Instant): string {
  return `${league} ${iso(mark)}`;
}
