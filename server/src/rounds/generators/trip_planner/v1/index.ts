/**
 * The league `trip_planner`: a journey that keeps every condition at the least cost.
 *
 * Score: `cost` with k = 4. Ladder: legs 2 to 8, clocks of several zones, bags from level 3, nights from 4, a mode left out from 5.
 */
import { idSchema, schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeCost, wrong } from '../../../graders/graders.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { filesOf, isLeg, promptOf, startPage } from './files.ts';
import { judge } from './journey.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'trip_planner';
const k = 4;

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['legs'],
  additionalProperties: false,
  properties: {
    legs: { type: 'array', minItems: 1, maxItems: 20, uniqueItems: true, items: idSchema },
    stays: { type: 'array', maxItems: 10, uniqueItems: true, items: idSchema },
  },
};

export const tripPlanner: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(
    league,
    (draw, level) => ({
      kind: 'trip',
      settings: { ...drawTerms(draw, level) },
    }),
    (levels) => ({ places: 12 + 4 * Math.floor(Math.max(1, ...levels) / 2) }),
  ),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const world = drawWorld(plan.slots, Number(plan.settings['places'] ?? 12), draw);
  const byId = new Map(world.timetable.segments.map((segment) => [segment.id, segment]));
  const answers = [...world.trips].map(([taskId, { solution }]): [string, JsonRecord] => {
    const ids = (leg: boolean): string[] =>
      solution.way.filter((segment) => isLeg(segment) === leg).map(({ id }) => id);
    return [taskId, { legs: ids(true), stays: ids(false) }];
  });
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const drawn = world.trips.get(task_id);
      if (drawn === undefined) return [];
      const prompt = promptOf(world, drawn.trip);
      const example = { legs: ['L0001', 'L0002'], stays: ['H001'] };
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'cost', k }, example }];
    }),
    files: filesOf(world),
    paths: [''],
    page: (path) => (path === '' ? startPage(world) : undefined),
    keys: new Map<string, Json>(
      answers.map(([taskId, answer]) => [taskId, { cost: world.trips.get(taskId)?.solution.cost ?? 0, ...answer }]),
    ),
    best: new Map<string, Json>(answers),
    hidden: [...world.trips.values()].map(({ solution }) =>
      solution.way
        .filter(isLeg)
        .map(({ id }) => `"${id}"`)
        .join(','),
    ),
    understand: (_, answer): Understood => {
      const why = schemaFault(answerSchema, answer);
      if (why !== null) return { why };
      const [legs, stays] = [listOf(answer, 'legs'), listOf(answer, 'stays')];
      const known = (ids: readonly string[], leg: boolean): boolean =>
        ids.every((id) => {
          const segment = byId.get(id);
          return segment !== undefined && isLeg(segment) === leg;
        });
      if (!known(legs, true)) return { why: 'legs names a leg that is not in legs.csv' };
      return known(stays, false) ? { as: { legs, stays } } : { why: 'stays names a stay that is not in stays.csv' };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const drawn = world.trips.get(taskId);
      if (drawn === undefined || !isRecord(taskKey) || typeof taskKey['cost'] !== 'number')
        return wrong('no such task');
      const chosen = [...listOf(answer, 'legs'), ...listOf(answer, 'stays')].flatMap((id) => byId.get(id) ?? []);
      const judged = judge(drawn.trip, chosen, world.places);
      return 'broken' in judged ? wrong(judged.broken) : gradeCost(k, taskKey['cost'], judged.cost);
    },
  };
}

function listOf(answer: Json, name: string): string[] {
  const list = isRecord(answer) ? answer[name] : undefined;
  return isList(list) ? list.map(String) : [];
}
