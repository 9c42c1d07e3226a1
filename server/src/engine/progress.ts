/** Progress: what the marks of one transaction did, for whoever is told of the commit. */
import type { Instant } from '../lib/clock.ts';

export interface EngineProgress {
  readonly mark: Instant;
  /** Leagues whose boards changed. */
  readonly leagues: readonly string[];
  /** Leagues of which a close was voided. */
  readonly voided: readonly string[];
  /** Leagues whose settings or bots the operator changed. */
  readonly acted: readonly string[];
  /** Bots that the operator retired. */
  readonly retired: readonly string[];
  readonly closed: boolean;
  readonly marks: number;
  readonly filled: number;
  readonly rejected: number;
  /** Of these, how many for which reason_code. */
  readonly rejections: Readonly<Record<string, number>>;
  /** Pools that were asked for a reading, at each mark. */
  readonly readings: number;
  /** Of these, how many gave none, and why. */
  readonly unread: Readonly<Record<string, number>>;
  readonly waiting: number;
}

/** The same while it is being counted. */
export interface Tally {
  readonly leagues: Set<string>;
  readonly voided: Set<string>;
  readonly acted: Set<string>;
  readonly retired: Set<string>;
  readonly rejections: Map<string, number>;
  readonly unread: Map<string, number>;
  closed: boolean;
  marks: number;
  filled: number;
  rejected: number;
  readings: number;
  waiting: number;
}

export function createTally(): Tally {
  return {
    leagues: new Set(),
    voided: new Set(),
    acted: new Set(),
    retired: new Set(),
    rejections: new Map(),
    unread: new Map(),
    closed: false,
    marks: 0,
    filled: 0,
    rejected: 0,
    readings: 0,
    waiting: 0,
  };
}

export function addCount(counts: Map<string, number>, key: string, n = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

export function progressOf(tally: Tally, mark: Instant): EngineProgress {
  return {
    ...tally,
    mark,
    leagues: [...tally.leagues],
    voided: [...tally.voided],
    acted: [...tally.acted],
    retired: [...tally.retired],
    rejections: Object.fromEntries(tally.rejections),
    unread: Object.fromEntries(tally.unread),
  };
}

/** Two commits, one after the other, as one. */
export function addProgress(a: EngineProgress, b: EngineProgress): EngineProgress {
  return {
    mark: b.mark,
    leagues: [...new Set([...a.leagues, ...b.leagues])],
    voided: [...new Set([...a.voided, ...b.voided])],
    acted: [...new Set([...a.acted, ...b.acted])],
    retired: [...new Set([...a.retired, ...b.retired])],
    closed: a.closed || b.closed,
    marks: a.marks + b.marks,
    filled: a.filled + b.filled,
    rejected: a.rejected + b.rejected,
    rejections: addCounts(a.rejections, b.rejections),
    readings: a.readings + b.readings,
    unread: addCounts(a.unread, b.unread),
    waiting: b.waiting,
  };
}

function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = new Map(Object.entries(a));
  for (const [key, n] of Object.entries(b)) addCount(sum, key, n);
  return Object.fromEntries(sum);
}
