/** Bots that do not think: nothing in every field, and the first of each list with the smallest numbers. */
import { isRecord, type Json } from '../../../json.ts';
import type { NullBot, Shown } from '../../../source.ts';
import { folderOf } from './read.ts';

const everyField = (
  name: string,
  of: (shown: Shown, taskId: string, type: Json | undefined, field: string) => Json,
): NullBot => ({
  name,
  answers: (shown) =>
    new Map<string, Json>(
      shown.tasks.map(({ task_id, answer_schema: { properties } }) => [
        task_id,
        Object.fromEntries(
          Object.entries(isRecord(properties) ? properties : {}).map(([field, schema]) => [
            field,
            of(shown, task_id, isRecord(schema) ? schema['type'] : null, field),
          ]),
        ),
      ]),
    ),
});

const firstSlots = (shown: Shown, taskId: string): string[] =>
  [...folderOf(shown, taskId)].flatMap(([name, text]) =>
    name.startsWith('practice-') ? [/UID:(\w+)/.exec(text)?.[1] ?? ''] : [],
  );

const firstBill = (shown: Shown, taskId: string): string =>
  [...folderOf(shown, taskId).keys()]
    .find((name) => name.startsWith('bill-'))
    ?.slice(5, -4)
    .toUpperCase() ?? '11';

export const nulls: readonly NullBot[] = [
  everyField('nothing', (_, _id, type) => (type === 'array' ? [] : type === 'integer' ? 0 : 'none')),
  everyField('first of each', (shown, id, type) =>
    type === 'array' ? firstSlots(shown, id) : type === 'integer' ? 1 : firstBill(shown, id),
  ),
  everyField('a usual age', (_, _id, type) => (type === 'array' ? ['a1'] : type === 'integer' ? 45 : '11')),
];
