/**
 * Reading a sheet: what reads a bot's answers and what it sent in, what was understood of them out. It never depends on the key.
 *
 * A sheet goes to another thread to be read, and what was understood comes back, so both are texts there: JSON as it was sent, and canonical JSON,
 * which is what is stored and hashed. A text is one copy, an object is taken apart and put together again.
 *
 * Example: `{"t01":1,"t02":"x","t03":null}` of a bot whose task t02 takes no text is `{"t01":1,"t03":null}`, and a fault of t02.
 */
import { canonicalJson, type Json } from './json.ts';
import type { Task, Variant } from './source.ts';

/** All that reading takes of a variant. */
export interface Reader extends Pick<Variant, 'understand'> {
  readonly tasks: readonly Pick<Task, 'task_id'>[];
}

/** What became of one answer of a sheet. */
export type Read =
  | { readonly state: 'understood'; readonly as: Json }
  | { readonly state: 'taken_back' }
  | { readonly state: 'not_understood'; readonly why: string }
  | { readonly state: 'unknown_task' };

/** Whether answers are understood. */
export function readAnswers(reader: Reader, answers: Readonly<Record<string, Json>>): Record<string, Read> {
  const tasks = new Set(reader.tasks.map((t) => t.task_id));
  return Object.fromEntries(
    Object.entries(answers).map(([taskId, answer]): [string, Read] => {
      if (!tasks.has(taskId)) return [taskId, { state: 'unknown_task' }];
      if (answer === null) return [taskId, { state: 'taken_back' }];
      const understood = reader.understand(taskId, answer);
      return [
        taskId,
        'why' in understood
          ? { state: 'not_understood', why: understood.why }
          : { state: 'understood', as: understood.as },
      ];
    }),
  );
}

/** A sheet that was read. */
export interface ReadSheet {
  /** Canonical JSON: task -> answer as it was understood, or null where one is taken back. Null where nothing was understood. */
  readonly answers: string | null;
  /** Why answers were not understood, by task, in the order in which they were sent. */
  readonly faults: readonly (readonly [taskId: string, why: string])[];
}

/** @param answers JSON of an object: task -> answer. */
export function readSheet(reader: Reader, answers: string): ReadSheet {
  const kept: [string, Json][] = [];
  const faults: [string, string][] = [];
  for (const [id, of] of Object.entries(readAnswers(reader, JSON.parse(answers) as Record<string, Json>))) {
    if (of.state === 'understood') kept.push([id, of.as]);
    else if (of.state === 'taken_back') kept.push([id, null]);
    else faults.push([id, of.state === 'unknown_task' ? 'it is no task of the round' : of.why]);
  }
  return { answers: kept.length === 0 ? null : canonicalJson(Object.fromEntries(kept)), faults };
}
