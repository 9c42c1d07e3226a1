/**
 * The league `customer_support`: for each of ten threads the category, the action, the amount and the template that a written policy demands.
 *
 * Score: `fields`; amount and template count only with the right action. Ladder: rules 6 to 25 and mails 1 to 6; false claims from level 3, corrected
 * numbers of orders, orders to assistants and later notes to the policy from 4.
 */
import { centsSchema, idSchema, understoodBy } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { canonicalJson, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { filesOf, promptOf, startPage } from './files.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { actions, amountOf } from './policy.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'customer_support';
const weights = { action: 4, amount_cents: 3, category: 2, template: 1 };
const needs = { amount_cents: 'action', template: 'action' };

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['category', 'action', 'amount_cents', 'template'],
  additionalProperties: false,
  properties: { category: idSchema, action: { enum: actions }, amount_cents: centsSchema, template: idSchema },
};

export const customerSupport: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'thread',
    settings: { ...drawTerms(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const world = drawWorld(plan.slots, draw);
  const files = filesOf(world, draw.part('files'));
  const byTask = new Map(world.threads.map((thread) => [thread.taskId, thread]));
  const keys = new Map<string, Json>(
    world.threads.map(({ taskId, case: { category, order }, rule: { action, sum, template } }) => [
      taskId,
      { category, action, amount_cents: amountOf(sum, order), template },
    ]),
  );
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const thread = byTask.get(task_id);
      if (thread === undefined) return [];
      const prompt = promptOf(thread);
      const example = { category: 'question', action: 'inform', amount_cents: 12_345, template: 'T00' };
      const grader = { id: 'fields', weights, needs } as const;
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader, example }];
    }),
    files,
    paths: [''],
    page: (path) => (path === '' ? startPage(files) : undefined),
    keys,
    best: keys,
    hidden: [...keys.values()].map(canonicalJson),
    understand: (_, answer): Understood => {
      return understoodBy(answerSchema, answer);
    },
    grade: (_, taskKey, answer): Grade => gradeFields(weights, taskKey, answer, needs),
  };
}
