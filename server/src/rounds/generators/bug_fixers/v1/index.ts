/**
 * The league `bug_fixers`: small programs with one or two bugs that have to pass tests which are not shown.
 *
 * Score: `tests`. Ladder: one function of few lines, then with loops within loops, then two functions on each other; two bugs in one of two tasks from
 * level 3, comments that mislead from 4. Programs are run by the interpreter of rounds/interpreter, never by the engine itself.
 */
import { schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeTests, wrong } from '../../../graders/graders.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { faultOf, runTests, type Case } from './judge.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { caseLine, promptOf } from './prompt.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'bug_fixers';

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['source'],
  additionalProperties: false,
  properties: { source: { type: 'string', minLength: 1, maxLength: 8000 } },
};

export const bugFixers: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level, n) => ({
    kind: 'repair',
    settings: { ...drawTerms(draw, level, n) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const repairs = drawWorld(plan.slots, createDraw(key, league));
  const byTask = new Map(repairs.map((repair) => [repair.taskId, repair]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const repair = byTask.get(task_id);
      if (repair === undefined) return [];
      const example = { source: `function ${repair.name}(given) { return 0; }` };
      const prompt = promptOf(repair);
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'tests' }, example }];
    }),
    files: repairs.map(({ taskId, given }) => ({
      name: `${taskId}.js`,
      type: 'text/javascript',
      bytes: Buffer.from(given),
    })),
    paths: [],
    page: () => undefined,
    keys: new Map<string, Json>(repairs.map(({ taskId, base, hidden }) => [taskId, { base, hidden }])),
    best: new Map<string, Json>(repairs.map(({ taskId, right }) => [taskId, { source: right }])),
    hidden: repairs.flatMap(({ name, right, hidden }) => [
      right,
      ...hidden.map((each) => JSON.stringify(`${caseLine(name, each)}\n`).slice(1, -1)),
    ]),
    understand: (taskId, answer): Understood => {
      const why = schemaFault(answerSchema, answer);
      if (why !== null) return { why };
      const fault = faultOf(sourceOf(answer), byTask.get(taskId)?.name ?? '');
      return fault === null ? { as: answer } : { why: `source cannot be run: ${fault}` };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const repair = byTask.get(taskId);
      if (repair === undefined || !isRecord(taskKey)) return wrong('no such task');
      const { base, hidden } = taskKey;
      if (typeof base !== 'number' || !isList(hidden)) return wrong('no such task');
      const tests = { visible: repair.visible, hidden: hidden as unknown as Case[], base };
      return gradeTests(runTests(sourceOf(answer), repair.name, tests));
    },
  };
}

function sourceOf(answer: Json): string {
  const source = isRecord(answer) ? answer['source'] : undefined;
  return typeof source === 'string' ? source : '';
}
