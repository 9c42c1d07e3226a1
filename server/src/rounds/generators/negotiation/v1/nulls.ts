/** Bots that do not think: the same offer at each turn, which keeps everything, half of everything or one of each kind. */
import type { NullBot } from '../../../source.ts';
import { readTask } from './read.ts';

const always = (name: string, keeps: (count: number) => number): NullBot => ({
  name,
  answers: (shown) =>
    new Map(
      shown.tasks.map((task) => {
        const keep = readTask(shown, task).counts.map(keeps);
        return [task.task_id, { offers: Array.from({ length: 8 }, () => keep) }];
      }),
    ),
});

export const nulls: readonly NullBot[] = [
  always('everything', (count) => count),
  always('half, rounded down', (count) => Math.floor(count / 2)),
  always('half, rounded up', (count) => Math.ceil(count / 2)),
  always('one of each', () => 1),
];
