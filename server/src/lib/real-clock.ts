/** The one place where the time is read (house rule 1). */
import type { Clock, Instant } from './clock.ts';

/** Real milliseconds, for things that live on real time whatever the league's clock does (rate limits, time-outs, benchmarks). */
export function realNow(): number {
  return Date.now();
}

/** A clock as data, so that another thread of the process can make the same one. */
export type ClockSpec =
  | { readonly kind: 'real'; readonly floor: Instant }
  | { readonly kind: 'scaled'; readonly start: Instant; readonly speed: number; readonly origin: number };

export function clockOf(spec: ClockSpec): Clock {
  return spec.kind === 'real' ? createRealClock(spec.floor) : createScaledClock(spec.start, spec.speed, spec.origin);
}

/** The system clock, held still while the system clock runs backwards. `floor` = the last instant that the data has seen. */
export function createRealClock(floor: Instant = 0): Clock {
  return { kind: 'real', realPerTick: 1, now: neverBack(floor, realNow) };
}

/** Real milliseconds since 1970 on a clock that never runs backwards; the same in every thread of the process. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs `speed` times as fast as real time; it stood at `start` when `steadyNow()` was `origin`. */
export function createScaledClock(start: Instant, speed: number, origin: number = steadyNow()): Clock {
  const read = (): Instant => Math.floor(start + (steadyNow() - origin) * speed);
  return { kind: 'scaled', realPerTick: 1 / speed, now: neverBack(start, read) };
}

function neverBack(floor: Instant, read: () => Instant): () => Instant {
  let last = floor;
  return () => (last = Math.max(last, read()));
}
