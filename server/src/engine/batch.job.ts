/** A batch: the marks of one transaction, each in the steps of flow/mark/mark.ts. */
import type { Instant } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import { doMark } from '../flow/mark/mark.ts';
import { pendingActions } from '../operator/action.sql.ts';
import { countOrders } from './engine.sql.ts';
import { createMarks } from './mark.job.ts';
import type { EngineProgress } from './progress.ts';
import { claimProgress, writeMeta, writeProgress } from './progress.sql.ts';
import { createStages } from './stages.ts';
import type { EngineDeps, EngineState } from './state.job.ts';

/** A catch-up transaction ends after the mark that takes it past this many real milliseconds. */
const batchMsMax = 250;

/**
 * One transaction over the marks from..to, or as many of them as fit its time.
 * @param progress counts what they did.
 * @param careful whether what may fail alone (a bot's orders, a league's close, a room's step) is done behind a savepoint of its own. That
 * costs time, so a batch is done without first, and again with them when it failed.
 * @param shared whether the close of its last mark may be left to several processes: `state.open` is that mark then, and `state.lastMark` the one before.
 */
export async function runBatch(
  deps: EngineDeps,
  state: EngineState,
  from: Instant,
  to: Instant,
  progress: EngineProgress,
  careful: boolean,
  shared: boolean,
): Promise<void> {
  const stages = createStages(deps.isTraced ? progress.stages : undefined, deps.statements);
  let committed = (): void => undefined;
  await deps.storage.db.transaction().execute(async (trx) => {
    const claimed = await claimProgress(trx, deps.storage.engine);
    if (claimed !== state.lastMark)
      throw new Error(`progress moved from ${state.lastMark} to ${claimed} under this engine`);
    const orders = await countOrders(trx, from - windowMs, to);
    const actions = await pendingActions(trx);
    const marks = createMarks({ trx, deps, state, progress, orders, to, actions, careful, shared, stages });
    const driver = stages.timed(marks.driver);
    const started = deps.realNow();
    for (let mark = from; mark <= to; mark += markMs) {
      await doMark(driver, mark);
      progress.mark = mark;
      progress.marks++;
      if (marks.isOpen()) break;
      await marks.end(mark);
      state.lastMark = mark;
      if (deps.realNow() - started > batchMsMax) break;
    }
    await stages.time({ name: 'store' }, async () => {
      await marks.flush();
      await writeMeta(trx, 'agreed', JSON.stringify(Object.fromEntries(state.agreedAt)));
      await writeMeta(trx, 'read', JSON.stringify(Object.fromEntries(state.readAt)));
      if (state.lastMark !== undefined) await writeProgress(trx, state.lastMark);
    });
    committed = stages.begin({ name: 'commit' });
  });
  committed();
}
