/** Bots that do not think: the first words of the list, one word again and again, and the brief itself. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown, Task } from '../../../source.ts';

const every = (name: string, text: (task: Task, shown: Shown) => string): NullBot => ({
  name,
  answers: (shown) => new Map<string, Json>(shown.tasks.map((task) => [task.task_id, { text: text(task, shown) }])),
});

const words = ({ files }: Shown): string[] => (files[0]?.bytes.toString() ?? '').split('\n');

export const nulls: readonly NullBot[] = [
  every('first words', (_, shown) => words(shown).slice(0, 40).join(' ')),
  every('one word', () => Array.from({ length: 40 }, () => 'the').join(' ')),
  every('the brief', ({ prompt }) => prompt.slice(0, 3_900)),
];
