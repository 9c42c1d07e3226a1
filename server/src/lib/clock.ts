/**
 * The one place where time enters (house rule 1). Below it, time is an argument: milliseconds since 1970-01-01T00:00:00Z.
 */

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

export interface Clock {
  readonly kind: 'real' | 'scaled' | 'stepped';
  /** Real milliseconds per millisecond of this clock: how long to sleep for one unit of its time. 0 = it only moves when stepped. */
  readonly realPerTick: number;
  /** Now. Never less than what it answered before. */
  now(): Instant;
}

/** Real milliseconds, for things that live on real time whatever the league's clock does (rate limits, time-outs, benchmarks). */
export function realNow(): number {
  return Date.now();
}

/** The system clock, held still while the system clock runs backwards. `floor` = the last instant that the data has seen. */
export function createRealClock(floor: Instant = 0): Clock {
  let last = floor;
  return {
    kind: 'real',
    realPerTick: 1,
    now() {
      const t = Date.now();
      if (t > last) last = t;
      return last;
    },
  };
}

/** Real milliseconds since 1970 on a clock that never runs backwards; the same in every thread of the process. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs `speed` times as fast as real time; it stood at `start` when `steadyNow()` was `origin`. */
export function createScaledClock(start: Instant, speed: number, origin: number = steadyNow()): Clock {
  let last = start;
  return {
    kind: 'scaled',
    realPerTick: 1 / speed,
    now() {
      const t = Math.floor(start + (steadyNow() - origin) * speed);
      if (t > last) last = t;
      return last;
    },
  };
}

export interface SteppedClock extends Clock {
  /** Moves to `instant`; throws when that lies in the past. */
  set(instant: Instant): void;
}

/** Moves only when told to: tests, `simulate`. */
export function createSteppedClock(start: Instant): SteppedClock {
  let t = start;
  return {
    kind: 'stepped',
    realPerTick: 0,
    now: () => t,
    set(instant) {
      if (instant < t) throw new RangeError(`a clock does not run backwards: ${iso(t)} -> ${iso(instant)}`);
      t = instant;
    },
  };
}

/** `2026-11-21T00:05:00.000Z` */
export function iso(t: Instant): string {
  // An answer names the same few instants over and over, and so do its neighbours.
  const slot = (t / 1000) & 15;
  if (isoTimes[slot] !== t) {
    isoTexts[slot] = new Date(t).toISOString();
    isoTimes[slot] = t;
  }
  return isoTexts[slot] as string;
}

const isoTimes: Instant[] = Array.from({ length: 16 }, () => Number.NaN);
const isoTexts: string[] = Array.from({ length: 16 }, () => '');

/** `2026-11-21` */
export function isoDate(t: Instant): string {
  return new Date(t).toISOString().slice(0, 10);
}
