/** Bots that do not think: the first number of the papers and their first paragraphs; the largest number. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';

const numberOf = (name: string, pick: (numbers: readonly number[]) => number): NullBot => ({
  name,
  answers: ({ tasks, files }) =>
    new Map<string, Json>(
      tasks.map(({ task_id }) => {
        const own = files.filter((file) => file.name.startsWith(`${task_id}/`));
        const numbers = own.flatMap(({ bytes }) =>
          [...bytes.toString().matchAll(/ (\d{1,9})[ .]/g)].map(([, digits]) => Number(digits)),
        );
        return [task_id, { value: pick(numbers), evidence: ['d01.1', 'd02.1'] }];
      }),
    ),
});

export const nulls: readonly NullBot[] = [
  numberOf('first number', ([first]) => first ?? 0),
  numberOf('largest number', (numbers) => Math.max(0, ...numbers)),
];
