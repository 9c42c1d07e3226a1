/** Bots that do not think: the first name of each list, every firm, the time that the question names. */
import type { Json } from '../../../json.ts';
import { isRecord } from '../../../json.ts';
import type { NullBot, Shown, Task } from '../../../source.ts';

function namesOf(shown: Shown, path: string): string[] {
  return [...(shown.page(path) ?? '').matchAll(/html">([^<]*)</g)].map(([, name]) => String(name));
}

const byForm =
  (of: (shown: Shown, task: Task) => readonly [integer: number, text: string, names: string[]]): NullBot['answers'] =>
  (shown) =>
    new Map(
      shown.tasks.map((task): [string, Json] => {
        const [integer, text, names] = of(shown, task);
        const type = isRecord(task.answer_schema) ? task.answer_schema['type'] : '';
        return [task.task_id, type === 'integer' ? integer : type === 'array' ? names : text];
      }),
    );

export const nulls: readonly NullBot[] = [
  {
    name: 'first listed',
    answers: byForm((shown) => [
      1,
      namesOf(shown, 'towns.html')[0] ?? 'none',
      namesOf(shown, 'firms.html').slice(0, 1),
    ]),
  },
  {
    name: 'time of the question, all firms',
    answers: byForm((shown, { prompt }) => {
      const [, time = '00:00', day = ''] = /(\d\d:\d\d) on (\S{10})/.exec(prompt) ?? [];
      const numbers = [...prompt.matchAll(/\d+/g)].map(Number);
      const product = numbers.reduce((sum, each) => (sum * each) % 10_000_000, 1);
      return [product, `${day}T${time}`, namesOf(shown, 'firms.html').slice(0, 20)];
    }),
  },
];
