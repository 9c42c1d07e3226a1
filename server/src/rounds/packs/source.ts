/**
 * A pack as a source of tasks: a pack in, plans and variants out, each a function of its key alone.
 *
 * The plan deals the items of each level into as many pools as the level has tasks; a bot gets one item of each pool, in one of its wordings, by
 * its variant key. So a task is one of the same few items for everybody, and striking a task strikes all of them. Tasks are spread over the
 * levels of the pack as evenly as they go, the lowest first.
 *
 * Example: with the levels 1 and 2 and `draw` 4, the tasks t01 and t02 are of level 1, t03 and t04 of level 2.
 */
import { understoodBy } from '../answer-schema.ts';
import { asSent } from '../checks.ts';
import { createDraw } from '../draw.ts';
import { gradeExact, gradeFields, gradeNumber, gradeSet } from '../graders/graders.ts';
import { isList, isRecord, type Json } from '../json.ts';
import type { Answers, Generator, Grade, GraderSpec, Material, Slot, Task, Variant } from '../source.ts';
import type { Item, Pack, PackHead } from './format.ts';

/** The level of each task, ascending. @param levels those that the items have. */
export function taskLevels(levels: readonly number[], draw: number): number[] {
  const sorted = [...new Set(levels)].toSorted((a, b) => a - b);
  return Array.from({ length: draw }, (_, i) => sorted[Math.floor((i * sorted.length) / draw)] ?? 1);
}

/** @param id of the source: `pack:<sha256>`. */
export function packSource(pack: Pack, id: string): Generator {
  const byId = new Map(pack.items.map((item) => [item.id, item]));
  const asked = new Map(pack.items.flatMap((item) => item.prompts.map((prompt, n) => [prompt, { item, n }] as const)));
  const site = new Map(pack.pages.map(({ path, html }) => [path, html]));
  if (site.has('')) site.set('index.html', site.get('') ?? '');
  const answering =
    (of: 'second' | 'par') =>
    ({ tasks }: { readonly tasks: readonly Task[] }): Answers =>
      asSent(
        new Map(
          tasks.flatMap(({ task_id: taskId, prompt }): [string, Json][] => {
            const { item, n = 0 } = asked.get(prompt) ?? {};
            const answer = item?.[of]?.[n];
            return answer === undefined ? [] : [[taskId, answer]];
          }),
        ),
      );
  return {
    id,
    league: pack.league,
    version: 1,
    ...fixedPar(pack),
    plan: (league, round, levels, key) => ({ league, round, levels, slots: slotsOf(pack, key), settings: {} }),
    variant(plan, key) {
      const drawn = plan.slots.map(({ task_id: taskId, settings }) => {
        const draw = createDraw(key, `task/${taskId}`);
        const item = byId.get(draw.pick(settings['items'] as readonly string[])) as Item;
        return { taskId, item, n: draw.below(item.prompts.length) };
      });
      const of = new Map(drawn.map((each) => [each.taskId, each]));
      const keys = new Map(drawn.map(({ taskId, item, n }): [string, Json] => [taskId, item.keys[n] ?? null]));
      return {
        tasks: drawn.map(({ taskId, item, n }): Task => ({
          task_id: taskId,
          level: item.level,
          weight: item.weight,
          prompt: item.prompts[n] ?? '',
          answer_schema: item.answer_schema,
          grader: item.grader,
          example: item.example,
        })),
        files: [...new Set(drawn.flatMap(({ item }) => item.files))].toSorted().map((name) => fileOf(pack, name)),
        paths: pack.pages.map(({ path }) => path),
        page: (path) => site.get(path),
        keys,
        best: new Map([...keys].map(([taskId, value]) => [taskId, bestOf(value)])),
        hidden: pack.hidden,
        understand: (taskId, answer) => understoodBy(of.get(taskId)?.item.answer_schema ?? {}, answer),
        grade: (taskId, expected, answer) => gradeBy(of.get(taskId)?.item.grader ?? { id: 'exact' }, expected, answer),
      } satisfies Variant;
    },
    plain: answering('par'),
    second: answering('second'),
    nulls: [],
  };
}

function fixedPar({ par }: PackHead): { readonly par?: number } {
  return 'micros' in par ? { par: par.micros } : {};
}

function slotsOf({ items, draw }: Pack, key: Uint8Array): Slot[] {
  const levels = taskLevels(
    items.map(({ level }) => level),
    draw,
  );
  return levels.map((level, i) => {
    const of = items.filter((item) => item.level === level);
    const pools = levels.filter((each) => each === level).length;
    const at = i - levels.indexOf(level);
    const shuffled = createDraw(key, `plan/${level}`).shuffled(of.map(({ id }) => id));
    return {
      task_id: `t${String(i + 1).padStart(2, '0')}`,
      level,
      weight: of[0]?.weight ?? 1,
      kind: 'item',
      settings: { items: shuffled.filter((_, n) => n % pools === at) },
    };
  });
}

/** Of an answer with aliases its first form. */
export function bestOf(key: Json): Json {
  return isRecord(key) && isList(key['accept']) ? (key['accept'][0] ?? null) : key;
}

export function gradeBy(grader: GraderSpec, key: Json, answer: Json): Grade {
  if (grader.id === 'number') return gradeNumber(grader.tolerance, key, answer);
  if (grader.id === 'fields') return gradeFields(grader.weights, key, answer, grader.needs);
  return grader.id === 'set' ? gradeSet(key, answer) : gradeExact(key, answer);
}

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  json: 'application/json',
  pdf: 'application/pdf',
  txt: 'text/plain',
};

function fileOf({ files }: Pack, name: string): Material {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { name, type, bytes: files.get(name) ?? Buffer.alloc(0) };
}
