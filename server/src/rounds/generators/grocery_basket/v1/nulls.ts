/** Bots that do not think: nothing, one pack of everything, and as many packs as may be bought of the first articles of the table. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown } from '../../../source.ts';
import { readTable, readTask } from './read.ts';

function each(shown: Shown, packs: (ids: readonly string[]) => Record<string, number>): ReadonlyMap<string, Json> {
  const table = readTable(shown);
  return new Map(
    shown.tasks.map((task) => {
      const ids = readTask(task, table, new Set()).articles.map(({ id }) => id);
      return [task.task_id, { packs: packs(ids) }];
    }),
  );
}

export const nulls: readonly NullBot[] = [
  { name: 'nothing', answers: (shown) => each(shown, () => ({})) },
  { name: 'one of each', answers: (shown) => each(shown, (ids) => Object.fromEntries(ids.map((id) => [id, 1]))) },
  {
    name: 'all of the first four',
    answers: (shown) => each(shown, (ids) => Object.fromEntries(ids.slice(0, 4).map((id) => [id, 4]))),
  },
];
