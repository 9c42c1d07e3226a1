/**
 * What of a process of role web is old by now: two looks at what the serving process told in, what is to be dropped out.
 *
 * Public rule (docs/operators/cluster.md): what changed at the process that serves is seen within 1.5 seconds, and nothing older after it.
 *
 * Example: the topic `spot_crypto` has another version, all else is the same -> its answers are dropped; a mark was done -> all are.
 */
import type { ClusterState } from '../storage/topics.sql.ts';

export interface Changes {
  /** Was a mark done? */
  readonly isMark: boolean;
  /** Did another process begin to serve, or the same one begin anew? */
  readonly isOtherProcess: boolean;
  readonly everything: boolean;
  /** Where not everything is. */
  readonly topics: readonly string[];
}

/** @param all the name of the topic that stands for all of them. */
export function changesBetween(before: ClusterState, after: ClusterState, all: string): Changes {
  const isMark = before.lastMark !== after.lastMark;
  // While nobody serves nothing changes.
  const isOtherProcess = after.serving !== null && before.serving?.id !== after.serving.id;
  const isToldOtherwise =
    after.serving !== null &&
    (before.serving?.baseUrl !== after.serving.baseUrl || before.serving.logProblem !== after.serving.logProblem);
  // The table is empty after a crash of the server: what was raised before it is not known then.
  const isLost = Object.keys(before.topics).some((topic) => after.topics[topic] === undefined);
  const topics = Object.keys(after.topics).filter((topic) => before.topics[topic] !== after.topics[topic]);
  const isRuledOtherwise = before.rules !== after.rules;
  const everything = isMark || isOtherProcess || isToldOtherwise || isRuledOtherwise || isLost || topics.includes(all);
  return { isMark, isOtherProcess, everything, topics: everything ? [] : topics };
}

export function isSomething({ isOtherProcess, everything, topics }: Changes): boolean {
  return isOtherProcess || everything || topics.length > 0;
}
