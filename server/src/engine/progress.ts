/** Progress: what the marks of one transaction did, counted as they are done, for whoever is told of the commit, in whichever thread. */

import type { Work } from '../flow/window/room.ts';
import type { OperatorAction } from '../operator/action.ts';
import type { Incident } from '../operator/incident.ts';
import type { OtherValue } from '../sources/source.ts';
import type { Instant } from '../lib/clock.ts';
import type { Stage } from './stages.ts';

/** A league's close, and how many real milliseconds it took. */
export interface DoneClose {
  readonly league: string;
  readonly close: Instant;
  readonly bots: number;
  readonly ms: number;
}

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
    /** Bots that were retired, or reinstated, by the log. */
    retired: new Set<string>(),
    /** Leagues of which a room noted something. */
    noted: new Set<string>(),
    closed: false,
    closes: [] as DoneClose[],
    /** What the operator asked for and was applied. */
    acts: [] as OperatorAction[],
    /** Entries that the public log of incidents got. */
    incidents: [] as Incident[],
    /** Marks before them that turned out to be late. */
    late: 0,
    filled: 0,
    rejected: 0,
    /** Of these, how many for which reason_code. */
    rejections: new Map<string, number>(),
    /** Orders whose window began. */
    begun: 0,
    /** Real milliseconds that the transaction took, without those of `sourceMs`; 0 where it was done with care, which takes longer. */
    workMs: 0,
    /** Real milliseconds for which the source of prices was waited for. */
    sourceMs: 0,
    /** Pools that were asked for a reading, at each mark. */
    readings: 0,
    /** Of these, how many gave none, and why. */
    unread: new Map<string, number>(),
    /** What endpoints of chains told otherwise than most. */
    others: [] as OtherValue[],
    /** How long what took, where somebody wants to know. */
    stages: [] as Stage[],
  };
}

export function addCount(counts: Map<string, number>, key: string, n = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** What its orders took. A close takes time for each bot, not for each order: it says nothing of them. */
export function workOf({ closed, filled, rejected, begun, workMs }: EngineProgress): Work {
  return { decided: filled + rejected, begun, ms: closed ? 0 : workMs };
}
