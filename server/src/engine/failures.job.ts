/** Failures job: what of a mark could not be done is written into the public log of incidents, with its cause in the operator's own log. */
import { errorText, type Log } from '../lib/log.ts';
import type { Instant } from '../lib/clock.ts';
import { voidClose } from '../flow/ladder/ladder.job.ts';
import type { CloseName } from '../flow/ladder/void.ts';
import { asideIncident, keptIncident, missedIncident, missedReason, type AsideAbout } from '../operator/aside.ts';
import type { Incident } from '../operator/incident.ts';
import { appendIncident } from '../operator/operator.job.ts';
import type { Attempt } from '../storage/attempt.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { DoneLeague } from './close.job.ts';
import type { EngineState } from './state.job.ts';

export interface Failures {
  /** Sets aside what failed, and readmits what was set aside and did not fail again. */
  note(kind: AsideAbout['kind'], mark: Instant, faults: ReadonlyMap<string, unknown>): Promise<void>;
  /** Of a league's close: that it was missed, or which bots keep their value. */
  close(of: CloseName, tried: Attempt<Pick<DoneLeague, 'kept'>>): Promise<void>;
}

export function createFailures(
  trx: Trx,
  insertMany: Storage['insertMany'],
  state: Pick<EngineState, 'aside' | 'log'>,
  log: Log,
): Failures {
  async function tell(incident: Omit<Incident, 'id'>, fault?: unknown): Promise<void> {
    await appendIncident(trx, incident);
    state.log.anyToldLast = true;
    const { kind, about } = incident;
    if (fault === undefined) log.info('what was set aside works again', { about: about.id });
    else log.error('a part of a mark failed', { kind, about: about.id, error: errorText(fault) });
  }
  return {
    async note(kind, mark, faults) {
      const aside = state.aside[kind];
      for (const [id, fault] of faults) {
        if (aside.has(id)) continue;
        aside.add(id);
        await tell(asideIncident('set_aside', { kind, id }, mark), fault);
      }
      for (const id of aside) {
        if (faults.has(id)) continue;
        aside.delete(id);
        await tell(asideIncident('readmitted', { kind, id }, mark));
      }
    },
    async close(of, tried) {
      if (!tried.done) {
        await voidClose(trx, insertMany, { ...of, atMark: of.close, reason: missedReason });
        await tell(missedIncident(of), tried.fault);
      } else for (const [botId, fault] of tried.value.kept) await tell(keptIncident(botId, of.close), fault);
    },
  };
}
