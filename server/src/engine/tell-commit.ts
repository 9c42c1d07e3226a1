/** What the service's own log says of a commit of the engine. Reasons are public already; what else stands in them is taken out by the log. */
import { iso, type Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { markMs } from '../lib/time.ts';
import type { EngineProgress } from './progress.ts';

export function tellCommit(log: Log, progress: EngineProgress): void {
  const mark = iso(progress.mark);
  for (const { action, about, reason, at } of progress.acts)
    log.info('act of the operator', { mark, action, about: about.id, reason, asked_at: iso(at) });
  for (const { kind, about, by, reason, atMark } of progress.incidents)
    log[by === 'engine' ? 'warn' : 'info']('incident', { mark: iso(atMark), kind, about: about.id, by, reason });
  if (progress.late > 0) log.warn('late marks', { mark, marks: progress.late });
  for (const { league, close, bots, ms } of progress.closes)
    log.info('close', { close: iso(close), league, bots, ms: Math.round(ms) });
  log.debug('mark', {
    mark,
    marks: progress.marks,
    filled: progress.filled,
    rejected: progress.rejected,
    ms: Math.round(progress.workMs),
    source_ms: Math.round(progress.sourceMs),
  });
}

/** Marks that are due together: the service was stopped, or could not do them. */
export interface CatchUp {
  /** Told when all of them are done. */
  done(): void;
}

/**
 * Says that marks are caught up, when there are at least two.
 * @param from the first and @param to the last one that is due.
 */
export function tellCatchUp(log: Log, realNow: () => number, from: Instant, to: Instant): CatchUp | undefined {
  const marks = (to - from) / markMs + 1;
  if (marks < 2) return undefined;
  const begun = realNow();
  const fields = { from: iso(from), to: iso(to), marks };
  log.info('catching up', fields);
  return { done: () => log.info('caught up', { ...fields, ms: Math.round(realNow() - begun) }) };
}
