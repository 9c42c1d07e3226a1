/**
 * The league `negotiation`: a list of offers to a counterpart whose worths are hidden, and whose earlier talks are given.
 *
 * Score: `value` with k = 4 of the pay. Ladder: kinds of things 3 to 6, fewer talks, counterparts that answer kindness from level 6.
 */
import { schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeValue, wrong } from '../../../graders/graders.ts';
import { canonicalJson, isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { filesOf, promptOf } from './files.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { payOf } from './solve.ts';
import { turnsMax, type Keep } from './talk.ts';
import { drawTerms, drawWorld, type Bargain } from './world.ts';

const league = 'negotiation';
const k = 4;

export const negotiation: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (_, level) => ({ kind: 'bargain', settings: { ...drawTerms(level) } })),
  variant,
  plain,
  second,
  nulls,
};

function schemaOf({ counts }: Bargain): JsonRecord {
  const kept = { type: 'integer', minimum: 0, maximum: 9 };
  const offer = { type: 'array', minItems: counts.length, maxItems: counts.length, items: kept };
  return {
    type: 'object',
    required: ['offers'],
    additionalProperties: false,
    properties: { offers: { type: 'array', minItems: 1, maxItems: turnsMax, items: offer } },
  };
}

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const bargains = drawWorld(plan.slots, createDraw(key, league));
  const byTask = new Map(bargains.map((bargain) => [bargain.taskId, bargain]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const bargain = byTask.get(task_id);
      if (bargain === undefined) return [];
      return [
        {
          task_id,
          level,
          weight,
          prompt: promptOf(bargain),
          answer_schema: schemaOf(bargain),
          grader: { id: 'value', k },
          example: { offers: [bargain.counts] },
        },
      ];
    }),
    files: filesOf(bargains),
    paths: [],
    page: () => undefined,
    keys: new Map<string, Json>(
      bargains.map(({ taskId, solution }) => [taskId, { most: solution.pay, offers: solution.offers }]),
    ),
    best: new Map<string, Json>(bargains.map(({ taskId, solution }) => [taskId, { offers: solution.offers }])),
    hidden: bargains.map(({ solution }) => canonicalJson({ offers: solution.offers })),
    understand: (taskId, answer): Understood => {
      const bargain = byTask.get(taskId);
      if (bargain === undefined) return { why: 'there is no such task' };
      const why = schemaFault(schemaOf(bargain), answer);
      if (why !== null) return { why };
      const tooMuch = offersOf(answer).some((keep) => keep.some((each, i) => each > (bargain.counts[i] ?? 0)));
      return tooMuch ? { why: 'an offer keeps more things of a kind than there are' } : { as: answer };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const bargain = byTask.get(taskId);
      if (bargain === undefined || !isRecord(taskKey) || typeof taskKey['most'] !== 'number')
        return wrong('no such task');
      const { counts, own, counterpart } = bargain;
      return gradeValue(k, taskKey['most'], payOf(counts, own, counterpart, offersOf(answer)));
    },
  };
}

function offersOf(answer: Json): Keep[] {
  const offers = isRecord(answer) ? answer['offers'] : undefined;
  return isList(offers) ? offers.map((keep) => (isList(keep) ? keep.map(Number) : [])) : [];
}
