/** Bots that do not think: nothing in every field, and the first id of each kind. */
import { isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';

function everyField(of: (name: string, schema: JsonRecord) => Json): NullBot['answers'] {
  return ({ tasks }) =>
    new Map(
      tasks.map(({ task_id, answer_schema: { properties } }) => {
        const fields = isRecord(properties) ? Object.entries(properties) : [];
        return [task_id, Object.fromEntries(fields.map(([name, schema]) => [name, of(name, schema as JsonRecord)]))];
      }),
    );
}

const firstIds: Readonly<Record<string, string>> = {
  cut: 'l1',
  refused: 'l1',
  repeated: 'c2',
  best: 'R01',
  large: 'R01',
};

export const nulls: readonly NullBot[] = [
  { name: 'nothing', answers: everyField((_, { type }) => (type === 'array' ? [] : type === 'integer' ? 0 : 'none')) },
  {
    name: 'first id',
    answers: everyField((name, { type }) => {
      const id = firstIds[name] ?? 'none';
      return type === 'array' ? [id] : type === 'integer' ? 1 : id;
    }),
  },
];
