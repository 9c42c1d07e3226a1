/**
 * What this process knows of the time of its database (PostgreSQL), which league time is a function of: machines of which one takes over from
 * another stamp alike then, and one whose clock is wrong stamps rightly. The session of the lock asks for it once a second (postgres-lock.ts). See
 * docs/decisions/0202-the-time-of-the-database.md.
 */
import type { Instant } from '../lib/clock.ts';
import { createClockOffset, type ClockSample } from '../lib/clock-offset.ts';
import { createSharedOffset, realNow, setOffset, steadyNow, type SharedOffset } from '../lib/real-clock.ts';

export interface DatabaseTime {
  /** What clocks of every thread go by. It stays as it was while nothing is known. */
  readonly offset: SharedOffset;
  /** Is it known well enough to stamp by it? */
  isKnown(): boolean;
  /** How far the database's clock is ahead of this machine's, milliseconds; undefined while that is not known. */
  aheadMs(): { readonly offsetMs: number; readonly errorMs: number } | undefined;
  /** Asks again, unless that was done just now. Resolves also where nobody answers. */
  again(): Promise<void>;
}

/** The same, where league time is a function of it. */
export interface StampTime extends DatabaseTime {
  /** When an instant of the league is by the clock of the database. */
  of(at: Instant): number;
}

/** The same, for who asks the database. */
export interface AskedTime extends DatabaseTime {
  note(sample: ClockSample): void;
  /** Another server may be asked from now on. */
  forget(): void;
}

/** Within what stamps have to be right. */
const errorMsMax = 250;

/** An answer that is as young is not asked for again: of many stamps that were refused at once, one asks. */
const youngMs = 50;

/** What the database's clock says, in milliseconds since 1970. */
export const timeSql = `select date_part('epoch', clock_timestamp()) * 1000 as ms`;

/** @param ask asks once, and notes the answer. */
export function createDatabaseTime(ask: () => Promise<void>): AskedTime {
  const offset = createSharedOffset();
  const estimate = createClockOffset();
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    offset,
    note(sample) {
      ({ answeredAt } = sample);
      estimate.add(sample);
      const known = estimate.at(answeredAt);
      if (known) setOffset(offset, known.offsetMs);
    },
    forget: () => estimate.forget(),
    isKnown() {
      const known = estimate.at(steadyNow());
      return known !== undefined && known.errorMs <= errorMsMax;
    },
    aheadMs() {
      const steady = steadyNow();
      const known = estimate.at(steady);
      return known && { offsetMs: steady + known.offsetMs - realNow(), errorMs: known.errorMs };
    },
    async again() {
      if (steadyNow() - answeredAt < youngMs) return;
      await ask().catch(() => undefined);
    },
  };
}
