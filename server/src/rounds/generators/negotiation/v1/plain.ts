/**
 * The plain solver falls evenly from everything to half of what all things are worth to it. Of the ways to divide that it would take it offers the one
 * that leaves the counterpart most things. It reads no talks.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readTask } from './read.ts';

const turns = 8;

export function plain(shown: Shown): Answers {
  return new Map(
    shown.tasks.map((task): [string, Json] => {
      const { counts, own } = readTask(shown, task);
      const keeps = counts.reduce<number[][]>(
        (all, count) => all.flatMap((keep) => Array.from({ length: count + 1 }, (_, n) => [...keep, n])),
        [[]],
      );
      const offers = Array.from({ length: turns }, (_, t) => {
        const wanted = 10 - (5 * t) / (turns - 1);
        const enough = keeps.filter((keep) => keep.reduce((sum, n, i) => sum + n * (own[i] ?? 0), 0) >= wanted);
        const size = (keep: readonly number[]): number => keep.reduce((sum, n) => sum + n, 0);
        return enough.reduce((least, keep) => (size(keep) < size(least) ? keep : least), counts);
      });
      return [task.task_id, { offers }];
    }),
  );
}
