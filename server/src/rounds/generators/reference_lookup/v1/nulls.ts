/** Bots that do not think: the number of grams that the task names first, and the number in the book's first row. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown, Task } from '../../../source.ts';

const always = (name: string, answer: (task: Task, shown: Shown) => number): NullBot => ({
  name,
  answers: (shown) => new Map<string, Json>(shown.tasks.map((task) => [task.task_id, answer(task, shown)])),
});

export const nulls: readonly NullBot[] = [
  always('grams', ({ prompt }) => Number(/^- (\d+) g/m.exec(prompt)?.[1] ?? 0)),
  always('first value', (_, shown) => Number(/<td>(\d+)</.exec(shown.page(shown.paths[2] ?? '') ?? '')?.[1] ?? 0)),
];
