/** The barrier before a mark: what was stamped before it is stored. */
import type { Clock, Instant } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { pause } from '../lib/loop.ts';
import { closeThrough } from '../storage/gate.ts';
import type { Intake } from '../storage/intake.ts';
import type { InstanceLock } from '../storage/instance-lock.ts';
import type { Storage } from '../storage/storage.ts';

export interface BarrierDeps {
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'engine' | 'intakeDb'> & { readonly lock: Pick<InstanceLock, 'held'> };
  readonly intake: Intake;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Resolves when everything that was stamped before the mark is stored. Stamps are given by this thread's clock, so it waits until
 * that clock has reached the mark, too: then no earlier stamp of this process can follow. Those of another one are refused at the gate. Rejects
 * where the database does not close it.
 */
export async function barrier({ clock, storage, intake, log }: BarrierDeps, mark: Instant): Promise<void> {
  while (clock.now() < mark) {
    if (clock.realPerTick === 0) throw new Error('the engine is ahead of the clock');
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, (mark - clock.now()) * clock.realPerTick)));
  }
  // Another process may be writing what belongs to the mark.
  await storage.lock.held();
  await intake.drained();
  await closeThrough(storage, mark, log);
}

const againMs = { first: 100, max: 1_000 };

/** The same, as often as it takes. @returns whether it was passed before `stop` was aborted. */
export async function barrierInTime(deps: BarrierDeps, mark: Instant, stop: AbortSignal): Promise<boolean> {
  for (let waitMs = againMs.first; !stop.aborted; waitMs = Math.min(2 * waitMs, againMs.max)) {
    try {
      await barrier(deps, mark);
      return true;
    } catch (e) {
      deps.log.warn('the intake could not be closed for a mark and is tried again', { error: errorText(e) });
      await pause(waitMs, stop);
    }
  }
  return false;
}
