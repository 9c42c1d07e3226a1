/**
 * Engine: marks in, everything that follows from them out. At every mark, in one transaction (contract 3.8), the steps of
 * flow/mark/mark.ts and, last, the progress pointer; a close may be shared with other processes, by transactions of its own (shared-close/). A crash before the commit leaves the mark undone, and it is done again from the
 * start; after it, it is never done again. Missed marks are caught up in order, several to a transaction. A bot, a league's close or a room
 * that fails is left out of its mark (docs/decisions/0028-set-aside.md), and stops nobody else.
 */
import type { Instant } from '../lib/clock.ts';
import { closeAfter, markMs } from '../lib/time.ts';
import { errorText } from '../lib/log.ts';
import { isStorageFault, isUnclear } from '../storage/fault.ts';
import { runBatch } from './batch.job.ts';
import { noProgress, type EngineProgress } from './progress.ts';
import { claimProgress } from './progress.sql.ts';
import { endOpenMark } from './shared-close/end-mark.job.ts';
import { openMark } from './shared-close/open-mark.sql.ts';
import type { OpenMark } from './shared-close/open-mark.ts';
import { shareClose } from './shared-close/share-close.job.ts';
import { tellCatchUp, type CatchUp } from './tell-commit.ts';
import { loadState, type EngineDeps, type EngineState } from './state.job.ts';

/** Most marks in one catch-up transaction. */
const marksPerBatchMax = 288;

export type Engine = ReturnType<typeof createEngine>;

export function createEngine(deps: EngineDeps) {
  /** Read when it is first needed, and again when a transaction failed: what is in memory may be half-way then. */
  let state: EngineState | undefined;
  const delayMs = deps.source.readDelayMs ?? 0;

  /** What a transaction did whose commit got no answer, and whether it was to end the open mark. */
  let unclear: { readonly progress: EngineProgress; readonly ends: boolean } | undefined;
  /** What the steps of the open mark did, where this engine did them. */
  let begun: EngineProgress | undefined;

  /** The row of the progress says whether it was done, and as long as it is under way that row is locked. */
  async function findOut({ progress, ends }: NonNullable<typeof unclear>): Promise<void> {
    const { lastMark, open } = await whereItStands(deps);
    unclear = undefined;
    if (lastMark === progress.mark) {
      begun = undefined;
      deps.onCommit?.(progress);
    } else if (!ends && open?.mark === progress.mark) begun = progress;
  }

  function lose(e: unknown, progress: EngineProgress, ends = false): void {
    state = undefined;
    if (isUnclear(e)) unclear = { progress, ends };
  }

  async function endOpen(of: EngineState, open: OpenMark): Promise<void> {
    await shareClose(deps, open);
    // A copy: what fails may have added something to it.
    const progress = structuredClone(begun) ?? noProgress();
    await endOpenMark(deps, of, open, progress).catch((e: unknown) => {
      lose(e, { ...progress, mark: open.mark, closed: true }, true);
      throw e;
    });
    begun = undefined;
    deps.onCommit?.(progress);
  }

  return {
    /** How long after a mark it can be done at the earliest. */
    delayMs,
    /** Does every mark up to `now - delayMs` that is not done yet, in order. Ends after the current transaction when `stop` is aborted. */
    runUntil: endingBroken(deps, async (now: Instant, stop?: AbortSignal): Promise<void> => {
      /** See batch.job.ts. */
      let careful = false;
      let catchUp: CatchUp | undefined;
      for (;;) {
        if (unclear) await findOut(unclear);
        state ??= await loadState(deps);
        if (state.open) await endOpen(state, state.open);
        const from = state.lastMark === undefined ? deps.firstMark : state.lastMark + markMs;
        const due = Math.floor((now - delayMs) / markMs) * markMs;
        const to = Math.min(due, from + (marksPerBatchMax - 1) * markMs);
        if (from > to) catchUp?.done();
        if (from > to || stop?.aborted) return;
        // A quick clock has several marks at once every time, and one that is stepped has them when it is told to.
        if (deps.clock.kind === 'real') catchUp ??= tellCatchUp(deps.log, deps.realNow, from, due);
        await deps.barrier(to);
        // A barrier that gave way to a stop has waited for nothing: the mark is left for the next start.
        if (stop?.aborted) return;
        const progress = noProgress();
        try {
          const since = deps.realNow();
          await runBatch(deps, state, from, to, progress, careful, !careful && (await hasHelp(deps, state, from, to)));
          if (!careful) progress.workMs = deps.realNow() - since - progress.sourceMs;
        } catch (e) {
          lose(e, progress);
          if (careful || isStorageFault(e)) throw e;
          deps.log.warn('marks failed and are done again with care', { error: errorText(e) });
          careful = true;
          continue;
        }
        careful = false;
        if (state.open) begun = progress;
        else deps.onCommit?.(progress);
      }
    }),
  };
}

/** What a connection that broke has locked at the server is so until the server knows: the next try would wait for that. */
function endingBroken<Given extends readonly unknown[]>(
  { storage }: EngineDeps,
  run: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let isBroken = false;
  return async (...given) => {
    if (isBroken) await storage.endSessions();
    isBroken = false;
    try {
      await run(...given);
    } catch (e) {
      isBroken = isStorageFault(e);
      throw e;
    }
  };
}

async function whereItStands({ storage: { db, engine } }: EngineDeps) {
  return await db
    .transaction()
    .execute(async (trx) => ({ lastMark: await claimProgress(trx, engine), open: await openMark(trx) }));
}

/** Is one of the marks a close that others can share? Never the first mark: there is none before it at which progress could stand meanwhile. */
async function hasHelp(
  { engines }: EngineDeps,
  { lastMark }: EngineState,
  from: Instant,
  to: Instant,
): Promise<boolean> {
  return lastMark !== undefined && closeAfter(from - 1) <= to && ((await engines?.()) ?? 0) > 0;
}
