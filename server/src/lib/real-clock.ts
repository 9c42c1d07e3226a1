/** The one place where the time is read (house rule 1). */
import type { Clock, Instant } from './clock.ts';

/** Real milliseconds, for things that live on real time whatever the league's clock does (rate limits, time-outs, benchmarks). */
export function realNow(): number {
  return Date.now();
}

/** How far the database's clock is ahead of `steadyNow`, for every thread of the process: microseconds, in one place that no thread sees half written. */
export interface SharedOffset {
  readonly memory: SharedArrayBuffer;
}

export function createSharedOffset(): SharedOffset {
  return { memory: new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT) };
}

export function setOffset({ memory }: SharedOffset, offsetMs: number): void {
  Atomics.store(new BigInt64Array(memory), 0, BigInt(Math.round(offsetMs * 1_000)));
}

/** A clock as data, so that another thread of the process can make the same one. */
export type ClockSpec = (
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly start: Instant; readonly speed: number; readonly origin: number }
) & {
  /** The last instant that the data has seen: the clock answers none before it. */
  readonly floor: Instant;
  /** Where league time is a function of the database's clock. Without it, it is one of this machine's. */
  readonly database?: SharedOffset | undefined;
};

export function clockOf(spec: ClockSpec): Clock {
  const { floor, database } = spec;
  return spec.kind === 'real'
    ? createRealClock(floor, database && databaseNow(database))
    : createScaledClock(spec.start, spec.speed, { ...spec, now: database ? databaseNow(database) : steadyNow });
}

/** When an instant of the league is by the clock of the database; undefined where league time is not a function of it. */
export function databaseTimeOf(spec: ClockSpec): ((at: Instant) => number) | undefined {
  if (!spec.database) return undefined;
  if (spec.kind === 'real') return (at) => at;
  const { start, speed, origin } = spec;
  return (at) => origin + (at - start) / speed;
}

/** The system clock, held still while the system clock runs backwards. `floor` = the last instant that the data has seen. */
export function createRealClock(floor: Instant = 0, now: () => number = realNow): Clock {
  return { kind: 'real', realPerTick: 1, now: neverBack(floor, () => Math.floor(now())) };
}

/** Real milliseconds since 1970 on a clock that never runs backwards and never jumps; the same in every thread of the process. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The clock of the database, as far as this process knows it. */
export function databaseNow({ memory }: SharedOffset): () => number {
  const offset = new BigInt64Array(memory);
  // Asked for once: it costs more than the rest, and each order asks several times.
  const { timeOrigin } = performance;
  return () => timeOrigin + performance.now() + Number(Atomics.load(offset, 0)) / 1_000;
}

interface ScaledOptions {
  readonly origin?: number;
  readonly floor?: Instant;
  readonly now?: () => number;
}

/** Runs `speed` times as fast as real time; it stood at `start` when `now()` was `origin`. */
export function createScaledClock(
  start: Instant,
  speed: number,
  { now = steadyNow, origin = now(), floor = start }: ScaledOptions = {},
): Clock {
  const read = (): Instant => Math.floor(start + (now() - origin) * speed);
  return { kind: 'scaled', realPerTick: 1 / speed, now: neverBack(floor, read) };
}

function neverBack(floor: Instant, read: () => Instant): () => Instant {
  let last = floor;
  return () => (last = Math.max(last, read()));
}
