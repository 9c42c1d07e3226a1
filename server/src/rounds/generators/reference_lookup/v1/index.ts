/**
 * The league `reference_lookup`: amounts from the current edition of a made-up book of foods.
 *
 * Score: `number` with tolerance 0, after the stated rounding. Ladder: tables 1 to 4; errata from level 2, footnotes by preparation from 3, errata that a
 * later one supersedes from 4.
 */
import { centsSchema, understoodBy } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeNumber } from '../../../graders/graders.ts';
import type { Json, JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { nulls } from './nulls.ts';
import { promptOf, sitePages } from './pages.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'reference_lookup';
const tolerance = 0;
/** An integer of 0 or more, as an amount of cents is. */
const answerSchema: JsonRecord = centsSchema;

export const referenceLookup: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'dish',
    settings: { ...drawTerms(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const world = drawWorld(plan.slots, createDraw(key, league));
  const pages = sitePages(world);
  const byTask = new Map(world.dishes.map((dish) => [dish.taskId, dish]));
  const keys = new Map<string, Json>(world.dishes.map((dish) => [dish.taskId, dish.key]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const dish = byTask.get(task_id);
      if (dish === undefined) return [];
      const prompt = promptOf(world, dish);
      return [
        {
          task_id,
          level,
          weight,
          prompt,
          answer_schema: answerSchema,
          grader: { id: 'number', tolerance },
          example: 1,
        },
      ];
    }),
    files: [],
    paths: [...pages.keys()],
    page: (path) => pages.get(path),
    keys,
    best: keys,
    // Short numbers stand on pages by chance.
    hidden: [...keys.values()].map(String).filter(({ length }) => length >= 5),
    understand: (_, answer): Understood => {
      return understoodBy(answerSchema, answer);
    },
    grade: (_, taskKey, answer): Grade => gradeNumber(tolerance, taskKey, answer),
  };
}
