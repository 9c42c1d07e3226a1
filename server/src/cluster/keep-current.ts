/** What a process of role web does once something changed: it reads anew what it has in memory, and drops the answers that are old. */
import { incidentsAfter, lastIncident } from '../operator/incident.sql.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Services } from '../web/services.ts';
import type { Changes } from './changes.ts';

export interface KeepCurrentDeps {
  readonly services: Services;
  /** Rejects with a SetupError where the data has become that of another version. */
  readonly mustBeKnown: () => Promise<void>;
  /** Told then. */
  readonly onOther: (reason: string) => void;
}

export type Apply = (changes: Changes) => Promise<void>;

export async function keepCurrent({ services, mustBeKnown, onOther }: KeepCurrentDeps): Promise<Apply> {
  const { db, moderated, payments, market, rounds, ready, markStreams, liveStreams } = services;
  /** What the log said before the services were opened is known to them; a little more than that does no harm. */
  let incidents = 0;

  async function readAnew({ isMark, isOtherProcess, everything }: Changes): Promise<void> {
    if (isOtherProcess) await mustBeKnown();
    if (isMark || isOtherProcess) {
      const last = await lastIncident(db);
      if (last !== incidents) await moderated.follow(await incidentsAfter(db, incidents));
      incidents = last;
    }
    if (everything) await payments.refresh();
  }

  return async (changes) => {
    try {
      await readAnew(changes);
    } catch (e) {
      if (!(e instanceof SetupError)) throw e;
      onOther(`${e.message} ${e.fix}`);
      return;
    }
    const { isMark, everything, topics } = changes;
    if (!everything && topics.length === 0) return;
    market.changed();
    rounds.facts.changed();
    if (everything) ready.dropAll();
    else ready.drop(topics);
    if (!isMark) return;
    markStreams.committed();
    liveStreams.committed();
  };
}
