/**
 * Engine: marks in, everything that follows from them out. At every mark, in one transaction (contract 3.8), the steps of
 * flow/mark/mark.ts and, last, the progress pointer. A crash before the commit leaves the mark undone, and it is done again from the
 * start; after it, it is never done again. Missed marks are caught up in order, several to a transaction.
 */
import type { Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { runBatch } from './batch.job.ts';
import { loadState, type EngineDeps } from './state.job.ts';

/** Most marks in one catch-up transaction. */
const marksPerBatchMax = 288;

export type Engine = Awaited<ReturnType<typeof createEngine>>;

export async function createEngine(deps: EngineDeps) {
  let state = await loadState(deps);
  const delayMs = deps.source.readDelayMs ?? 0;
  return {
    /** The last mark that is done; undefined on fresh data. */
    lastMark: (): Instant | undefined => state.lastMark,
    /** How long after a mark it can be done at the earliest. */
    delayMs,
    /** Does every mark up to `now - delayMs` that is not done yet, in order. Ends after the current transaction when `stop` is aborted. */
    async runUntil(now: Instant, stop?: AbortSignal): Promise<void> {
      for (;;) {
        const from = state.lastMark === undefined ? deps.firstMark : state.lastMark + markMs;
        const to = Math.min(Math.floor((now - delayMs) / markMs) * markMs, from + (marksPerBatchMax - 1) * markMs);
        if (from > to || stop?.aborted) return;
        await deps.barrier(to);
        // A barrier that gave way to a stop has waited for nothing: the mark is left for the next start.
        if (stop?.aborted) return;
        try {
          const done = await runBatch(deps, state, from, to);
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
