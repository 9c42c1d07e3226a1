/**
 * Origin: on which clock and which price source this data was made. It is kept with the data; continuing on another one would
 * make a record that means nothing, and is refused.
 */
import { SetupError } from '../lib/setup-error.ts';
import { createRealClock, createScaledClock, realNow, steadyNow } from '../lib/real-clock.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import type { Config } from '../config/config.ts';
import type { RulesVersion } from '../league/rules-version.ts';
import { latestInstant } from './engine.sql.ts';
import { lastMarkDone, readMeta, writeMeta } from './progress.sql.ts';
import { allRules, insertRules } from './rules.sql.ts';
import { appendMarket } from '../flow/price/market.ts';
import type { Universe } from '../league/universe.ts';
import { markMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import type { ClockSpec } from './thread.ts';

export type OriginClock =
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly start: Instant; readonly speed: number }
  | { readonly kind: 'stepped' };

export interface Origin {
  readonly clock: OriginClock;
  /** Id of the price source. */
  readonly source: string;
  /** When the data was made, on its own clock. */
  readonly openedAt: Instant;
}

export async function readOrigin(db: Db): Promise<Origin | undefined> {
  const text = await readMeta(db, 'origin');
  return text === undefined ? undefined : (JSON.parse(text) as Origin);
}

/** First mark at or after the opening. */
export function firstMarkOf(openedAt: Instant): Instant {
  return Math.ceil(openedAt / markMs) * markMs;
}

/** The last instant that the data has seen. */
async function lastSeen(db: Db): Promise<Instant> {
  return Math.max((await lastMarkDone(db)) ?? 0, (await latestInstant(db)) ?? 0);
}

export interface OpenedClock {
  readonly clock: Clock;
  readonly spec: ClockSpec;
  readonly openedAt: Instant;
}

/** The clock of the data: made by the settings on fresh data, continued from the last instant on data that is there. */
export async function openClock(db: Db, config: Pick<Config, 'clockStart' | 'clockSpeed'>): Promise<OpenedClock> {
  const origin = await readOrigin(db);
  const wanted = wantedClock(config);
  if (origin) checkClock(origin, wanted);
  const seen = origin ? await lastSeen(db) : 0;
  if (wanted.kind === 'real') {
    const spec: ClockSpec = { kind: 'real', floor: seen };
    const clock = createRealClock(seen);
    return { clock, spec, openedAt: origin?.openedAt ?? clock.now() };
  }
  const kept = origin?.clock.kind === 'scaled' ? origin.clock.start : wanted.start;
  const start = Math.max(kept ?? realNow(), seen);
  const spec: ClockSpec = { kind: 'scaled', start, speed: wanted.speed, origin: steadyNow() };
  return { clock: createScaledClock(start, wanted.speed, spec.origin), spec, openedAt: origin?.openedAt ?? start };
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
    `The data was made on ${clockText(made)} and cannot go on on ${wantedText(wanted)}.`,
    clockFix(made),
  );
}

function clockText(c: OriginClock): string {
  if (c.kind === 'real') return 'the real clock';
  if (c.kind === 'stepped') return 'a stepped clock (papertape simulate)';
  return `a clock that started at ${iso(c.start)} and runs ${c.speed} times as fast as real time`;
}

function wantedText(w: WantedClock): string {
  if (w.kind === 'real') return 'the real clock';
  return `a clock ${w.start === undefined ? '' : `that started at ${iso(w.start)} and `}runs ${w.speed} times as fast as real time`.replace(
    'clock runs',
    'clock that runs',
  );
}

function clockFix(c: OriginClock): string {
  const other = 'or give this run a data folder of its own with DATA_DIR (another database with DATABASE_URL)';
  if (c.kind === 'real') return `Unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED, ${other}.`;
  if (c.kind === 'stepped') return `A simulated run cannot be served on: look at it with papertape audit, ${other}.`;
  return `Set PAPERTAPE_CLOCK_START=${iso(c.start)} and PAPERTAPE_CLOCK_SPEED=${c.speed}, ${other}.`;
}

/** Keeps the origin of fresh data; refuses another price source on data that is there. */
export async function keepOrigin(db: Db, origin: Origin): Promise<void> {
  const kept = await readOrigin(db);
  if (!kept) {
    await writeMeta(db, 'origin', JSON.stringify(origin));
    return;
  }
  if (kept.source !== origin.source) {
    throw new SetupError(
      `The data was made with the price source ${kept.source} and cannot go on with ${origin.source}.`,
      'Set PAPERTAPE_PRICES to what it was, or give this run a data folder of its own with DATA_DIR (another database with DATABASE_URL).',
    );
  }
}

/** Keeps what the price source defines, so that the data can be audited without it. Called before the engine starts. */
export async function keepMarket(db: Db, universe: Universe, openedAt: Instant): Promise<void> {
  const kept = await readMeta(db, 'market');
  const text = appendMarket(kept, universe, await nextMark(db, openedAt));
  if (text !== kept) await writeMeta(db, 'market', text);
}

/**
 * Keeps since when these rules are in force, where they are others than the last. Called before the engine starts and before the first
 * order can arrive, so that every order and every mark has one version.
 * @param now not before anything that the data has seen.
 */
export async function keepRules(
  db: Db,
  { version, ruleBook, text }: RulesVersion,
  openedAt: Instant,
  now: Instant,
): Promise<void> {
  const last = (await allRules(db)).at(-1);
  if (last?.version === version) return;
  const firstMark = await nextMark(db, openedAt);
  await insertRules(db, { number: (last?.number ?? 0) + 1, version, ruleBook, from: now, firstMark, text });
}

/** The first mark that the engine has not done. */
async function nextMark(db: Db, openedAt: Instant): Promise<Instant> {
  const lastMark = await lastMarkDone(db);
  return lastMark === undefined ? firstMarkOf(openedAt) : lastMark + markMs;
}

/** What is kept of an opened clock. */
export function originClock(spec: ClockSpec, openedAt: Instant): OriginClock {
  return spec.kind === 'real' ? { kind: 'real' } : { kind: 'scaled', start: openedAt, speed: spec.speed };
}
