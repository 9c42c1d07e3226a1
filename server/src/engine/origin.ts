/**
 * Origin: on which clock and which price source this data was made. It is kept with the data; continuing on another one would
 * make a record that means nothing, and is refused.
 */
import { SetupError } from '../lib/setup-error.ts';
import { clockOf, databaseNow, realNow, steadyNow, type ClockSpec, type SharedOffset } from '../lib/real-clock.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import type { Config } from '../config/config.ts';
import { latestInstant } from './engine.sql.ts';
import { lastMarkDone, readMeta } from './progress.sql.ts';
import { markMs } from '../lib/time.ts';
import type { Db, Trx } from '../storage/storage.ts';

export type OriginClock =
  | { readonly kind: 'real' }
  | {
      readonly kind: 'scaled';
      readonly start: Instant;
      readonly speed: number;
      /** By the database's clock, when this one stood at `start`: all processes go by it. Undefined where it goes by a machine's clock. */
      readonly startedAt?: number | undefined;
    }
  | { readonly kind: 'stepped' };

export interface Origin {
  readonly clock: OriginClock;
  /** Id of the price source. */
  readonly source: string;
  /** When the data was made, on its own clock. */
  readonly openedAt: Instant;
}

export async function readOrigin(db: Db | Trx): Promise<Origin | undefined> {
  const text = await readMeta(db, 'origin');
  return text === undefined ? undefined : (JSON.parse(text) as Origin);
}

/** First mark at or after the opening. */
export function firstMarkOf(openedAt: Instant): Instant {
  return Math.ceil(openedAt / markMs) * markMs;
}

export interface OpenedClock {
  readonly clock: Clock;
  /** How another thread makes the same clock; undefined for a stepped one. */
  readonly spec: ClockSpec | undefined;
  readonly openedAt: Instant;
}

/**
 * The clock of the data: made by the settings on fresh data, continued from the last instant on data that is there.
 * @param stepped stands in place of it: the data then opens where this clock stands, or where it once did.
 * @param database what league time is a function of, where the database has a clock.
 */
export async function openClock(
  db: Db,
  config: Pick<Config, 'clockStart' | 'clockSpeed'>,
  stepped?: Clock,
  database?: SharedOffset,
): Promise<OpenedClock> {
  const origin = await readOrigin(db);
  if (stepped) return { clock: stepped, spec: undefined, openedAt: origin?.openedAt ?? stepped.now() };
  const wanted = wantedClock(config);
  if (origin) checkClock(origin, wanted);
  const seen = origin ? Math.max((await lastMarkDone(db)) ?? 0, (await latestInstant(db)) ?? 0) : 0;
  const spec = specOf(wanted, origin, seen, database);
  const clock = clockOf(spec);
  return { clock, spec, openedAt: origin?.openedAt ?? (spec.kind === 'scaled' ? spec.start : clock.now()) };
}

/** @param seen the last instant that the data has seen. */
function specOf(
  wanted: WantedClock,
  origin: Origin | undefined,
  seen: Instant,
  database: SharedOffset | undefined,
): ClockSpec {
  if (wanted.kind === 'real') return { kind: 'real', floor: seen, database };
  const made = origin?.clock.kind === 'scaled' ? origin.clock : undefined;
  const { speed } = wanted;
  const now = database ? databaseNow(database)() : steadyNow();
  const start = made?.start ?? wanted.start ?? Math.floor(database ? now : realNow());
  if (!database) {
    const goesOn = Math.max(start, seen);
    return { kind: 'scaled', start: goesOn, speed, origin: now, floor: goesOn };
  }
  // Data whose clock went by a machine's so far goes on from where it is.
  const startedAt = made?.startedAt ?? now - (Math.max(start, seen) - start) / speed;
  return { kind: 'scaled', start, speed, origin: startedAt, floor: Math.max(start, seen), database };
}

type WantedClock =
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly start: Instant | undefined; readonly speed: number };

function wantedClock({ clockStart, clockSpeed }: Pick<Config, 'clockStart' | 'clockSpeed'>): WantedClock {
  return clockStart === undefined && clockSpeed === 1
    ? { kind: 'real' }
    : { kind: 'scaled', start: clockStart, speed: clockSpeed };
}

function checkClock(origin: Origin, wanted: WantedClock): void {
  const made = origin.clock;
  const same =
    made.kind === wanted.kind &&
    (made.kind !== 'scaled' ||
      (wanted.kind === 'scaled' &&
        made.speed === wanted.speed &&
        (wanted.start === undefined || wanted.start === made.start)));
  if (same) return;
  throw new SetupError(
    `The data was made on ${clockText(made)} and cannot go on on ${clockText(wanted)}.`,
    clockFix(made),
  );
}

function clockText(c: OriginClock | WantedClock): string {
  if (c.kind === 'real') return 'the real clock';
  if (c.kind === 'stepped') return 'a stepped clock (a test or a benchmark)';
  const started = c.start === undefined ? '' : `started at ${iso(c.start)} and `;
  return `a clock that ${started}runs ${c.speed} times as fast as real time`;
}

function clockFix(c: OriginClock): string {
  const other = 'or give this run a data folder of its own with DATA_DIR (another database with DATABASE_URL)';
  if (c.kind === 'real') return `Unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED, ${other}.`;
  if (c.kind === 'stepped') return `A simulated run cannot be served on: look at it with papertape audit, ${other}.`;
  return `Set PAPERTAPE_CLOCK_START=${iso(c.start)} and PAPERTAPE_CLOCK_SPEED=${c.speed}, ${other}.`;
}

/** What is kept of an opened clock. */
export function originClock({ clock, spec, openedAt }: OpenedClock): OriginClock {
  if (!spec) return { kind: clock.kind === 'real' ? 'real' : 'stepped' };
  if (spec.kind === 'real') return { kind: 'real' };
  const { speed, origin, database } = spec;
  return { kind: 'scaled', start: openedAt, speed, ...(database && { startedAt: origin }) };
}
