/**
 * The league `live_web_price_hunt`: the lowest landed total of a product on a small web of six shops.
 *
 * Score: 0 unless the stated total is the offer's own, else `cost` with k = 4. Ladder: shops 2 to 6; variants and offers that robots.txt disallows
 * from level 3, prices by quantity and shops behind consent from 4, two offers a shop from 6.
 */
import { centsSchema, idSchema, schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeCost, wrong } from '../../../graders/graders.ts';
import { canonicalJson, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { judge, type Host } from './landed.ts';
import { nulls } from './nulls.ts';
import { paths, promptOf, renderPage } from './pages.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawTerms, drawWorld } from './world.ts';

const league = 'live_web_price_hunt';
const k = 4;

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['offer', 'total_cents'],
  additionalProperties: false,
  properties: { offer: idSchema, total_cents: centsSchema },
};

export const liveWebPriceHunt: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'hunt',
    settings: { ...drawTerms(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const world = drawWorld(plan.slots, createDraw(key, league));
  const byTask = new Map(world.hunts.map((hunt) => [hunt.taskId, hunt]));
  const byId = new Map(world.offers.map((offer) => [offer.id, offer]));
  const best = new Map<string, Json>(
    world.hunts.map(({ taskId, offer, cents }) => [taskId, { offer, total_cents: cents }]),
  );
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const hunt = byTask.get(task_id);
      if (hunt === undefined) return [];
      const example = { offer: 'o001', total_cents: 12_345 };
      const prompt = promptOf(hunt);
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'cost', k }, example }];
    }),
    files: [],
    paths: paths(world),
    page: (path) => renderPage(world, path),
    keys: new Map<string, Json>(world.hunts.map(({ taskId, offer, cents }) => [taskId, { cost: cents, offer }])),
    best,
    hidden: [...best.values()].map(canonicalJson),
    understand: (_, answer): Understood => {
      const why = schemaFault(answerSchema, answer);
      if (why !== null) return { why };
      const known = byId.has(offerOf(answer));
      return known ? { as: answer } : { why: 'offer is not the id of an offer on the site' };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const hunt = byTask.get(taskId);
      const offer = byId.get(offerOf(answer));
      if (hunt === undefined || offer === undefined || !isRecord(taskKey) || typeof taskKey['cost'] !== 'number')
        return wrong('no such task');
      const judged = judge(hunt, offer, world.hosts[offer.host] as Host);
      if ('broken' in judged) return wrong(judged.broken);
      if (!isRecord(answer) || answer['total_cents'] !== judged.cents)
        return wrong(`total_cents is not the landed total of that offer, ${judged.cents}`);
      return gradeCost(k, taskKey['cost'], judged.cents);
    },
  };
}

function offerOf(answer: Json): string {
  const offer = isRecord(answer) ? answer['offer'] : undefined;
  return typeof offer === 'string' ? offer : '';
}
