/** Progress: what the marks of one transaction did, counted as they are done, for whoever is told of the commit, in whichever thread. */

import type { OtherValue } from '../sources/source.ts';

export type EngineProgress = ReturnType<typeof noProgress>;

export function noProgress() {
  return {
    /** The last mark of them. */
    mark: 0,
    marks: 0,
    /** Leagues of which a close was voided. */
    voided: new Set<string>(),
    /** Leagues whose settings or bots the operator changed. */
    acted: new Set<string>(),
    /** Bots that the operator retired. */
    retired: new Set<string>(),
    closed: false,
    filled: 0,
    rejected: 0,
    /** Of these, how many for which reason_code. */
    rejections: new Map<string, number>(),
    /** Pools that were asked for a reading, at each mark. */
    readings: 0,
    /** Of these, how many gave none, and why. */
    unread: new Map<string, number>(),
    /** What endpoints of chains told otherwise than most. */
    others: [] as OtherValue[],
  };
}

export function addCount(counts: Map<string, number>, key: string, n = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}
