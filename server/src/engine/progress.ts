/** Progress: what the marks of one transaction did, counted as they are done, for whoever is told of the commit, in whichever thread. */
import type { Instant } from '../lib/clock.ts';

export interface EngineProgress {
  /** The last mark of them. */
  mark: Instant;
  marks: number;
  /** Leagues of which a close was voided. */
  readonly voided: Set<string>;
  /** Leagues whose settings or bots the operator changed. */
  readonly acted: Set<string>;
  /** Bots that the operator retired. */
  readonly retired: Set<string>;
  closed: boolean;
  filled: number;
  rejected: number;
  /** Of these, how many for which reason_code. */
  readonly rejections: Map<string, number>;
  /** Pools that were asked for a reading, at each mark. */
  readings: number;
  /** Of these, how many gave none, and why. */
  readonly unread: Map<string, number>;
}

export function noProgress(): EngineProgress {
  return {
    mark: 0,
    marks: 0,
    voided: new Set(),
    acted: new Set(),
    retired: new Set(),
    closed: false,
    filled: 0,
    rejected: 0,
    rejections: new Map(),
    readings: 0,
    unread: new Map(),
  };
}

export function addCount(counts: Map<string, number>, key: string, n = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}
