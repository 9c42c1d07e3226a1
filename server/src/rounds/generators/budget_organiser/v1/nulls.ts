/** Bots that do not think: the first line and the first month, and the last ones, with no amounts. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';
import { readAsked, readBooks } from './read.ts';

const at = (name: string, place: 0 | -1): NullBot => ({
  name,
  answers: (shown) =>
    new Map<string, Json>(
      shown.tasks.map((task) => {
        const line = readBooks(shown, task).lines.at(place);
        const values: Readonly<Record<string, Json>> = {
          largest: line?.id ?? '-',
          top_month: line?.date.slice(0, 7) ?? '-',
        };
        return [task.task_id, Object.fromEntries(readAsked(task).fields.map((field) => [field, values[field] ?? 1]))];
      }),
    ),
});

export const nulls: readonly NullBot[] = [at('first line', 0), at('last line', -1)];
