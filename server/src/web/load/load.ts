/** How loaded the service is: a look at the signals ten times a second, the level that follows from them, and what was refused. */
import type { Log } from '../../lib/log.ts';
import { atRest, middle, nextLevel, type Asker, type Level, type Signals } from './levels.ts';

/** How often the signals are looked at, milliseconds. */
export const lookMs = 100;

/** Requests that may prove at each look who they are, or ask for the status: what a flood of them costs is bounded so. */
const peeksPerLook = 20;

export interface LoadDeps {
  /** Real milliseconds that never run backwards. */
  readonly now: () => number;
  /** What stands for the oldest write that waits to be stored; undefined when none waits. It is the same as long as that one waits. */
  readonly oldestWrite: () => unknown;
  /** The same for whoever waits for a connection to the database. */
  readonly oldestWait: () => unknown;
  /** Time that the thread was busy and idle since its start, milliseconds. */
  readonly busyTime: () => { readonly active: number; readonly idle: number };
  readonly log: Log;
}

export interface LoadFigures {
  readonly level: Level;
  readonly signals: Signals;
  /** Requests refused since the start. */
  readonly refused: ReadonlyMap<Exclude<Asker, 'exempt'>, number>;
}

export interface Load {
  level(): Level;
  /** Call every `lookMs`: that a call comes late is a signal itself. */
  look(): void;
  /** The engine begins with marks. @param expectedMs what their orders are expected to take. */
  markBegun(expectedMs: number): void;
  /** They are stored. */
  markDone(): void;
  refused(asker: Exclude<Asker, 'exempt'>): void;
  /** May one more request pass that would be refused, since it is cheap and tells who it is? */
  mayPeek(): boolean;
  figures(): LoadFigures;
}

/** How much of the next look counts in the share of time that the thread is busy. */
const busyWeight = 0.2;

export function createLoad({ now, oldestWrite, oldestWait, busyTime, log }: LoadDeps): Load {
  let state = atRest;
  let signals: Signals = { loopMs: 0, writeMs: 0, connectionMs: 0, markMs: 0, busy: 0 };
  let last: { readonly at: number; readonly active: number; readonly idle: number } | undefined;
  /** By how much the last two looks were late. */
  let late: readonly [number, number] = [0, 0];
  let mark: { readonly begun: number; readonly expectedMs: number } | undefined;
  let peeks = peeksPerLook;
  const writeAge = createAge(now);
  const waitAge = createAge(now);
  const refused = new Map<Exclude<Asker, 'exempt'>, number>([
    ['stranger', 0],
    ['bot', 0],
    ['order', 0],
  ]);

  function seen(at: number): Signals {
    const { active, idle } = busyTime();
    const since = last ?? { at, active, idle };
    const lateMs = last ? Math.max(0, at - since.at - lookMs) : 0;
    const loopMs = middle(lateMs, ...late);
    late = [lateMs, late[0]];
    const share = (active - since.active) / Math.max(1e-3, active - since.active + (idle - since.idle));
    last = { at, active, idle };
    return {
      loopMs,
      writeMs: writeAge(oldestWrite()),
      connectionMs: waitAge(oldestWait()),
      markMs: mark ? Math.max(at - mark.begun, mark.expectedMs) : 0,
      busy: signals.busy + (share - signals.busy) * busyWeight,
    };
  }

  function tell(before: Level): void {
    const { level } = state;
    if (level === before) return;
    const fields = { load: level, ...signals };
    if (level > before) log.warn('the service is overloaded and refuses requests', fields);
    else if (level === 0) log.info('the service is not overloaded any more', fields);
  }

  return {
    level: () => state.level,
    look() {
      const at = now();
      const before = state.level;
      signals = seen(at);
      state = nextLevel(state, signals, at);
      peeks = peeksPerLook;
      tell(before);
    },
    markBegun(expectedMs) {
      // One that failed is begun again, and has taken its time since the first attempt.
      mark ??= { begun: now(), expectedMs };
    },
    markDone: () => void (mark = undefined),
    refused: (asker) => void refused.set(asker, (refused.get(asker) ?? 0) + 1),
    mayPeek: () => peeks-- > 0,
    figures: () => ({ level: state.level, signals, refused }),
  };
}

/** For how long the same thing has been seen, milliseconds; 0 when it is seen for the first time, and for undefined. */
function createAge(now: () => number): (thing: unknown) => number {
  let known: unknown;
  let since = 0;
  return (thing) => {
    if (thing === undefined || thing !== known) {
      known = thing;
      since = now();
    }
    return now() - since;
  };
}
