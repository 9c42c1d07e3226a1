/**
 * The league `grocery_basket`: packs for a week that meet a household's needs at the least total price.
 *
 * Score: `cost` with k = 4. Ladder: needs 1 to 7; salt from level 3, offers from 4, a pantry from 5, fees of delivery from 6.
 */
import { schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeCost, wrong } from '../../../graders/graders.ts';
import { canonicalJson, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { judge, type Packs } from './household.ts';
import { nulls } from './nulls.ts';
import { articleTable, offersPage, promptOf } from './pages.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawEnded, drawTerms, drawWorld } from './world.ts';

const league = 'grocery_basket';
const k = 4;

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['packs'],
  additionalProperties: false,
  properties: {
    packs: { type: 'object', maxProperties: 60, additionalProperties: { type: 'integer', minimum: 0, maximum: 9 } },
  },
};

export const groceryBasket: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'basket',
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
  const ended = drawEnded(world, draw.part('ended'));
  const byTask = new Map(world.tasks.map((task) => [task.taskId, task]));
  const articles = new Set(world.articles.map(({ id }) => id));
  const tasks = plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
    const task = byTask.get(task_id);
    if (task === undefined) return [];
    const example = { packs: { g01: 1, g02: 1 } };
    const prompt = promptOf(world, task);
    return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'cost', k }, example }];
  });
  const best = new Map<string, Json>(world.tasks.map((task) => [task.taskId, { packs: task.solution.packs }]));
  return {
    tasks,
    files: [articleTable(world)],
    paths: [''],
    page: (path) => (path === '' ? offersPage(world, ended) : undefined),
    keys: new Map<string, Json>(
      world.tasks.map(({ taskId, solution }) => [taskId, { cost: solution.cost, packs: solution.packs }]),
    ),
    best,
    hidden: [...best.values()].map((answer) => canonicalJson(isRecord(answer) ? (answer['packs'] ?? null) : answer)),
    understand: (_, answer) => understand(articles, answer),
    grade: (taskId, taskKey, answer): Grade => {
      const task = byTask.get(taskId);
      if (task === undefined || !isRecord(taskKey) || typeof taskKey['cost'] !== 'number') return wrong('no such task');
      const judged = judge(task.household, packsOf(answer));
      return 'broken' in judged ? wrong(judged.broken) : gradeCost(k, taskKey['cost'], judged.cost);
    },
  };
}

function understand(articles: ReadonlySet<string>, answer: Json): Understood {
  const why = schemaFault(answerSchema, answer);
  if (why !== null) return { why };
  const packs = Object.entries(packsOf(answer)).filter(([, count]) => count > 0);
  const unknown = packs.find(([id]) => !articles.has(id));
  if (unknown !== undefined) return { why: 'packs names an article that is not in articles.csv' };
  return { as: { packs: Object.fromEntries(packs) } };
}

function packsOf(answer: Json): Packs {
  const packs = isRecord(answer) ? answer['packs'] : undefined;
  return isRecord(packs) ? (packs as Packs) : {};
}
