/**
 * Engine: marks in, everything that follows from them out. At every mark, in one transaction (contract 3.8):
 *
 *   readings -> root of the receipts -> suspensions -> fills of the windows that end here -> baselines -> 00:00 UTC: close and rank
 *
 * and, last, the progress pointer. A crash before the commit leaves the mark undone, and it is done again from the start; after
 * it, it is never done again. Missed marks are caught up in order, several to a transaction.
 */
import type { Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { addCounts, createBatch } from './batch.job.ts';
import { loadState, type EngineDeps, type EngineProgress } from './state.job.ts';

/** Most marks in one catch-up transaction. */
const marksPerBatchMax = 288;

export interface Engine {
  /** The last mark that is done; undefined on fresh data. */
  lastMark(): Instant | undefined;
  /** How long after a mark it can be done at the earliest. */
  readonly delayMs: number;
  /** Does every mark up to `now - delayMs` that is not done yet, in order. Ends after the current transaction when `stop` is aborted. */
  runUntil(now: Instant, stop?: AbortSignal): Promise<EngineProgress | undefined>;
}

export async function createEngine(deps: EngineDeps): Promise<Engine> {
  let state = await loadState(deps);
  const delayMs = deps.source.readDelayMs ?? 0;
  return {
    lastMark: () => state.lastMark,
    delayMs,
    async runUntil(now, stop) {
      let total: EngineProgress | undefined;
      for (;;) {
        const from = state.lastMark === undefined ? deps.firstMark : state.lastMark + markMs;
        const to = Math.min(Math.floor((now - delayMs) / markMs) * markMs, from + (marksPerBatchMax - 1) * markMs);
        if (from > to || stop?.aborted) return total;
        await deps.barrier(to);
        // A barrier that gave way to a stop has waited for nothing: the mark is left for the next start.
        if (stop?.aborted) return total;
        try {
          const done = await createBatch(deps, state).run(from, to);
          total = total ? addProgress(total, done) : done;
          deps.onCommit?.(done);
        } catch (e) {
          // Nothing was stored; what is in memory may be half-way.
          state = await loadState(deps);
          throw e;
        }
      }
    },
  };
}

function addProgress(a: EngineProgress, b: EngineProgress): EngineProgress {
  return {
    mark: b.mark,
    leagues: [...new Set([...a.leagues, ...b.leagues])],
    voided: [...new Set([...a.voided, ...b.voided])],
    acted: [...new Set([...a.acted, ...b.acted])],
    retired: [...new Set([...a.retired, ...b.retired])],
    closed: a.closed || b.closed,
    marks: a.marks + b.marks,
    filled: a.filled + b.filled,
    rejected: a.rejected + b.rejected,
    rejections: addCounts(a.rejections, b.rejections),
    readings: a.readings + b.readings,
    unread: addCounts(a.unread, b.unread),
    waiting: b.waiting,
  };
}
