/**
 * The league `disruption_rebooker`: new seats for all parties after a cancellation, at the least weighted delay.
 *
 * Score: `cost` with k = 1. Ladder: parties 6 to 100; connections from level 2, parties of two from 4, of three and splits from 5.
 */
import { idSchema, schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeCost, wrong } from '../../../graders/graders.ts';
import { canonicalJson, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { judge, type Seats } from './disruption.ts';
import { filesOf, promptOf, startPage } from './files.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawCases, drawTerms, type Case } from './world.ts';

const league = 'disruption_rebooker';
const k = 1;

const answerSchema: JsonRecord = {
  type: 'object',
  required: ['seats'],
  additionalProperties: false,
  properties: {
    seats: {
      type: 'object',
      maxProperties: 150,
      additionalProperties: {
        oneOf: [idSchema, { type: 'array', minItems: 2, maxItems: 3, items: idSchema }, { type: 'null' }],
      },
    },
  },
};

export const disruptionRebooker: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'cancellation',
    settings: { ...drawTerms(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const cases = drawCases(plan.slots, createDraw(key, league));
  const byTask = new Map(cases.map((each) => [each.taskId, each]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const drawn = byTask.get(task_id);
      if (drawn === undefined) return [];
      const example = { seats: { p001: drawn.disruption.flights.at(-1)?.id ?? null, p002: null } };
      const prompt = promptOf(drawn);
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'cost', k }, example }];
    }),
    files: filesOf(cases),
    paths: [''],
    page: (path) => (path === '' ? startPage(cases) : undefined),
    keys: new Map<string, Json>(
      cases.map(({ taskId, solution }) => [taskId, { cost: solution.cost, seats: solution.seats }]),
    ),
    best: new Map<string, Json>(cases.map(({ taskId, solution }) => [taskId, { seats: solution.seats }])),
    hidden: cases.map(({ solution }) => canonicalJson(solution.seats)),
    understand: (taskId, answer) => understand(byTask.get(taskId), answer),
    grade: (taskId, taskKey, answer): Grade => {
      const drawn = byTask.get(taskId);
      if (drawn === undefined || !isRecord(taskKey) || typeof taskKey['cost'] !== 'number')
        return wrong('no such task');
      const judged = judge(drawn.disruption, seatsOf(answer));
      return 'broken' in judged ? wrong(judged.broken) : gradeCost(k, taskKey['cost'], judged.cost);
    },
  };
}

function understand(drawn: Case | undefined, answer: Json): Understood {
  const why = schemaFault(answerSchema, answer);
  if (why !== null) return { why };
  if (drawn === undefined) return { why: 'there is no such task' };
  const parties = new Set(drawn.disruption.parties.map(({ id }) => id));
  const flights = new Set(drawn.disruption.flights.map(({ id }) => id));
  const entries = Object.entries(seatsOf(answer));
  if (entries.some(([id]) => !parties.has(id))) return { why: 'seats names a party that is not in parties.csv' };
  const isFlight = (id: string | null): boolean => id === null || flights.has(id);
  const known = entries.every(([, seat]) =>
    typeof seat === 'string' || seat === null ? isFlight(seat) : seat.every(isFlight),
  );
  return known ? { as: { seats: seatsOf(answer) } } : { why: 'seats names a flight that is not in flights.csv' };
}

function seatsOf(answer: Json): Seats {
  const seats = isRecord(answer) ? answer['seats'] : undefined;
  return isRecord(seats) ? (seats as Seats) : {};
}
