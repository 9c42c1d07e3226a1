/**
 * Instants, and what a clock is. An instant is a number: milliseconds since 1970-01-01T00:00:00Z. Nothing here reads the time: the
 * clocks that do are in real-clock.ts, and everything below them takes an instant as an argument (house rule 1).
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

export interface SteppedClock extends Clock {
  /** Moves to `instant`; throws when that lies in the past. */
  set(instant: Instant): void;
}

/** Moves only when told to: tests, benchmarks. */
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

/** How fast the time of the service goes, as it is shown: 1 in production, 0 with a stepped clock. */
export function speedOf({ realPerTick }: Pick<Clock, 'realPerTick'>): number {
  return realPerTick === 0 ? 0 : Math.round(1e6 / realPerTick) / 1e6;
}
