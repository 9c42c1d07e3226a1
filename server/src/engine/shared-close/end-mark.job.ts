/** The end of an open mark, in one transaction: what its leagues came to goes into the public log, in order, and the progress pointer moves. */
import { createEngineLog } from '../log.job.ts';
import { createFailures } from '../failures.job.ts';
import { endMark } from '../mark.job.ts';
import type { EngineProgress } from '../progress.ts';
import { claimProgress, writeProgress } from '../progress.sql.ts';
import type { EngineDeps, EngineState } from '../state.job.ts';
import { clearOpenMark, closedApart } from './open-mark.sql.ts';
import type { OpenMark } from './open-mark.ts';

/**
 * @param state changed: the mark is its last one then.
 * @param progress gets what the mark came to.
 */
export async function endOpenMark(
  deps: EngineDeps,
  state: EngineState,
  { mark, firstOrder }: OpenMark,
  progress: EngineProgress,
): Promise<void> {
  const { storage, rulesVersion, clock } = deps;
  const { insertMany } = storage;
  await storage.db.transaction().execute(async (trx) => {
    const claimed = await claimProgress(trx, storage.engine);
    if (claimed !== state.lastMark)
      throw new Error(`progress moved from ${state.lastMark} to ${claimed} under this engine`);
    const entries = createEngineLog({
      trx,
      storage,
      state: state.log,
      rulesVersion,
      to: mark,
      now: () => clock.now(),
      sealed: (done) => void state.late?.done.push(done),
      told: (incident) => void progress.incidents.push(incident),
    });
    entries.goOn(mark, firstOrder);
    const failures = createFailures(trx, insertMany, state, deps.log);
    for (const [league, closed] of await closedApart(trx)) {
      const of = { league, close: mark };
      if (closed.state === 'done') {
        await entries.add(closed.entries);
        progress.closes.push({ ...of, bots: closed.bots, ms: closed.ms });
        await failures.close(of, { done: true, value: { kept: new Map(closed.kept) } });
      } else await failures.close(of, { done: false, fault: new Error(closed.why) });
    }
    await endMark({ trx, state, progress }, entries, mark);
    await entries.flush();
    await clearOpenMark(trx);
    await writeProgress(trx, mark);
  });
  progress.mark = mark;
  progress.closed = true;
  state.lastMark = mark;
  state.open = undefined;
}
