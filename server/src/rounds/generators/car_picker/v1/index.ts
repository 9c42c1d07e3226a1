/**
 * The league `car_picker`: the three best of eighty advertised cars for a buyer, in order.
 *
 * Score: `value` with k = 4. Ladder: conditions 2 to 8, terms of the formula 3 to 6; miles, prices without tax and running costs.
 */
import { idSchema, schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeValue, wrong } from '../../../graders/graders.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { nulls } from './nulls.ts';
import { sitePages, promptOf } from './pages.ts';
import { plain } from './plain.ts';
import { isFit, pointsOf } from './points.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'car_picker';
const k = 4;

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['best'],
  additionalProperties: false,
  properties: { best: { type: 'array', minItems: 3, maxItems: 3, uniqueItems: true, items: idSchema } },
};

export const carPicker: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(
    league,
    (draw, level) => ({
      kind: 'buyer',
      settings: { ...drawTerms(draw, level) },
    }),
    (levels) => ({ tricks: Math.min(5, Math.max(1, ...levels) - 2) }),
  ),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const { cars, costs, buyers } = drawWorld(plan.slots, Number(plan.settings['tricks'] ?? 0), draw);
  const pages = sitePages(cars, costs, draw.part('pages'));
  const byTask = new Map(buyers.map((buyer) => [buyer.taskId, buyer]));
  const byId = new Map(cars.map((car) => [car.id, car]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const buyer = byTask.get(task_id);
      if (buyer === undefined) return [];
      const example = { best: ['a01', 'a02', 'a03'] };
      const prompt = promptOf(buyer);
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'value', k }, example }];
    }),
    files: [],
    paths: [...pages.keys()],
    page: (path) => pages.get(path),
    keys: new Map<string, Json>(buyers.map(({ taskId, best, value }) => [taskId, { best, value }])),
    best: new Map<string, Json>(buyers.map(({ taskId, best }) => [taskId, { best }])),
    hidden: buyers.map(({ best }) => best.map((id) => `"${id}"`).join(',')),
    understand: (_, answer): Understood => {
      const why = schemaFault(answerSchema, answer);
      if (why !== null) return { why };
      const named = bestOf(answer);
      return named.every((id) => byId.has(id))
        ? { as: { best: named } }
        : { why: 'best names a car that is not on the site' };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const buyer = byTask.get(taskId);
      if (buyer === undefined || !isRecord(taskKey) || typeof taskKey['value'] !== 'number')
        return wrong('no such task');
      const value = bestOf(answer).reduce((sum, id, i) => {
        const car = byId.get(id);
        return car === undefined || !isFit(car, buyer, costs) ? sum : sum + (3 - i) * pointsOf(car, buyer, costs);
      }, 0);
      return gradeValue(k, taskKey['value'], value);
    },
  };
}

function bestOf(answer: Json): string[] {
  const best = isRecord(answer) ? answer['best'] : undefined;
  return isList(best) ? best.map(String) : [];
}
