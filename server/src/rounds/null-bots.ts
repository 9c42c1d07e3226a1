/** Bots that do not think and that every league has. A league adds its own: the first option, the most frequent class. */
import { isList, isRecord, type Json, type JsonRecord } from './json.ts';
import type { NullBot, Task } from './source.ts';

const everyTask =
  (answer: (task: Task) => Json): NullBot['answers'] =>
  ({ tasks }) =>
    new Map(tasks.map((task) => [task.task_id, answer(task)]));

export const commonNulls: readonly NullBot[] = [
  { name: 'blank', answers: () => new Map() },
  { name: 'empty object', answers: everyTask(() => ({})) },
  { name: 'zeros', answers: everyTask((task) => filled(task.answer_schema, 0, '0')) },
  { name: 'example', answers: everyTask((task) => task.example) },
  { name: 'echo', answers: everyTask((task) => filled(task.answer_schema, firstNumber(task), firstWord(task))) },
];

function firstNumber({ prompt }: Task): number {
  return Number(/\d{1,9}/.exec(prompt)?.[0] ?? 0);
}

function firstWord({ prompt }: Task): string {
  return /[A-Za-z0-9_.:-]{1,60}/.exec(prompt)?.[0] ?? 'none';
}

/** The least value of a schema: its required members and entries, with one integer and one text for all. */
function filled(schema: JsonRecord, integer: number, text: string): Json {
  const options = schema['oneOf'] ?? schema['enum'];
  if (isList(schema['oneOf'])) return filled(schema['oneOf'][0] as JsonRecord, integer, text);
  if (isList(options)) return options[0] as Json;
  if (schema['const'] !== undefined) return schema['const'];
  const type = isList(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'integer') return integer;
  if (type === 'string') return text;
  if (type === 'boolean') return false;
  if (type === 'array') {
    const count = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    return Array.from({ length: count }, () => filled((schema['items'] ?? {}) as JsonRecord, integer, text));
  }
  if (type !== 'object') return null;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = isList(schema['required']) ? schema['required'].filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    required.map((name) => [name, filled((properties[name] ?? {}) as JsonRecord, integer, text)]),
  );
}
