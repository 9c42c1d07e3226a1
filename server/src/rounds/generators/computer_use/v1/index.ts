/**
 * The league `computer_use`: a small web application has to be brought to a stated end, and shows a receipt of it.
 *
 * Score: `rules`, the share of what is asked that is so at the end; 0 where anything else is changed. Ladder: effects 2 to 8; orders told by id, then by an
 * extreme of a city from level 3, then with conditions and second places from 5.
 */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeRules, wrong } from '../../../graders/graders.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { judge, readState, signed, statusOf, type Deed, type Goal } from './desk.ts';
import { nulls } from './nulls.ts';
import { pathsOf, promptOf, renderPage } from './pages.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'computer_use';

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['receipt'],
  additionalProperties: false,
  properties: { receipt: { type: 'string', pattern: '^[a-z0-9.]{1,400}~[a-z2-7]{16}$' } },
};

export const computerUse: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (_, level) => ({ kind: 'errand', settings: { ...drawTerms(level) } })),
  variant,
  plain,
  second,
  nulls,
};

/** What brings a goal about. */
function deedOf([order, member, value]: Goal): Deed {
  if (member === 'person') return [order, value];
  return [order, [...statusOf].find(([, status]) => status === value)?.[0] ?? ''];
}

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const world = drawWorld(plan.slots, createDraw(key, league));
  const byTask = new Map(world.errands.map((errand) => [errand.taskId, errand]));
  const receipts = new Map(world.errands.map(({ taskId, goals }) => [taskId, signed(world.secret, goals.map(deedOf))]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const errand = byTask.get(task_id);
      if (errand === undefined) return [];
      const example = { receipt: 'r01h.r02k1~aaaaaaaaaaaaaaaa' };
      const prompt = promptOf(errand);
      return [
        {
          task_id,
          level,
          weight,
          prompt,
          answer_schema: answerSchema,
          grader: { id: 'rules' },
          example,
        },
      ];
    }),
    files: [],
    paths: pathsOf(world),
    page: (path) => renderPage(world, path),
    keys: new Map<string, Json>(world.errands.map(({ taskId, goals }) => [taskId, { goals }])),
    best: new Map<string, Json>([...receipts].map(([taskId, receipt]) => [taskId, { receipt }])),
    hidden: [world.secret, ...receipts.values()],
    understand: (_, answer): Understood => {
      return understoodBy(answerSchema, answer);
    },
    grade: (_, taskKey, answer): Grade => {
      const goals = isRecord(taskKey) ? taskKey['goals'] : undefined;
      const receipt = isRecord(answer) ? answer['receipt'] : undefined;
      if (!isList(goals) || typeof receipt !== 'string') return wrong('no such task');
      const deeds = readState(world.secret, receipt);
      if (deeds === undefined) return wrong('the desk gave no such receipt');
      const { reached, clean } = judge(world.orders, deeds, goals as unknown as Goal[]);
      return gradeRules(clean, reached, goals.length);
    },
  };
}
