/**
 * The league `budget_organiser`: a household's booking lines sorted by written rules, and questions about them.
 *
 * Score: `fields`. Ladder: lines 60 to 800; transfers from level 2, refunds and rules of which the last counts from 3, duplicates from 4, two more
 * currencies and rules with a least amount from 5.
 */
import { schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { canonicalJson, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { filesOf, promptOf, startPage } from './files.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld, type Books } from './world.ts';

const league = 'budget_organiser';

export const budgetOrganiser: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'books',
    settings: { ...drawTerms(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const world = drawWorld(plan.slots, createDraw(key, league));
  const byTask = new Map(world.map((books) => [books.taskId, books]));
  const files = world.flatMap(filesOf);
  const keys = new Map<string, Json>(world.map((books) => [books.taskId, books.key]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const books = byTask.get(task_id);
      return books === undefined ? [] : [taskOf(books, { task_id, level, weight })];
    }),
    files,
    paths: [''],
    page: (path) => (path === '' ? startPage(files) : undefined),
    keys,
    best: keys,
    hidden: [...keys.values()].map(canonicalJson),
    understand: (taskId, answer): Understood => {
      const books = byTask.get(taskId);
      const why = books === undefined ? 'no such task' : schemaFault(schemaOf(books), answer);
      return why === null ? { as: answer } : { why };
    },
    grade: (taskId, taskKey, answer): Grade => gradeFields(weightsOf(byTask.get(taskId)?.key ?? {}), taskKey, answer),
  };
}

function taskOf(books: Books, slot: Pick<Task, 'task_id' | 'level' | 'weight'>): Task {
  const fields = Object.keys(books.key);
  return {
    ...slot,
    prompt: promptOf(books),
    answer_schema: schemaOf(books),
    grader: { id: 'fields', weights: weightsOf(books.key) },
    example: Object.fromEntries(fields.map((name) => [name, isText(name) ? 'b0000' : 12_345])),
  };
}

function schemaOf({ key }: Pick<Books, 'key'>): JsonRecord {
  const fields = Object.keys(key);
  const properties = Object.fromEntries(
    fields.map((name): [string, JsonRecord] => [
      name,
      isText(name) ? { type: 'string', minLength: 1, maxLength: 40 } : { type: 'integer' },
    ]),
  );
  return { type: 'object', required: fields, additionalProperties: false, properties };
}

function isText(field: string): boolean {
  return field === 'largest' || field === 'top_month';
}

function weightsOf(key: JsonRecord): Record<string, number> {
  return Object.fromEntries(Object.keys(key).map((name) => [name, name.endsWith('_cents') ? 2 : 1]));
}
