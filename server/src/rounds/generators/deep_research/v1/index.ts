/**
 * The league `deep_research`: a question on one matter in many papers, answered with the paragraphs that prove it.
 *
 * Score: 0 when the value is wrong, else 600,000 and four tenths of the evidence's F1. Ladder: papers 8 to 60, facts 2 to 5, corrections from level 2, a source that does not
 * count from 4.
 */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeSet, wrong } from '../../../graders/graders.ts';
import { isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { filesOf, promptOf, startPage } from './files.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { drawMatter, termsOf, type Matter, type Terms } from './world.ts';

const league = 'deep_research';
const forValue = 600_000;
const answerSchema: JsonRecord = {
  type: 'object',
  required: ['value', 'evidence'],
  properties: {
    value: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 },
    evidence: {
      type: 'array',
      minItems: 1,
      maxItems: 12,
      items: { type: 'string', pattern: String.raw`^d\d{2,3}\.\d{1,3}$` },
    },
  },
};

export const deepResearch: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (_, level) => ({ kind: 'matter', settings: { ...termsOf(level) } })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const matters = plan.slots.map(({ task_id, settings }) =>
    matterFor((attempt) => drawMatter(draw.part(`${task_id}/${attempt}`), task_id, settings as unknown as Terms)),
  );
  const files = matters.flatMap(filesOf);
  const keys = new Map<string, Json>(
    matters.map(({ taskId, key: { value, evidence } }) => [taskId, { value, evidence: [...evidence] }]),
  );
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }, i): Task[] => {
      const matter = matters[i];
      if (matter === undefined) return [];
      return [
        {
          task_id,
          level,
          weight,
          prompt: promptOf(matter),
          answer_schema: answerSchema,
          grader: { id: 'fields', weights: { value: 6, evidence: 4 }, needs: { evidence: 'value' } },
          example: { value: 12_345, evidence: ['d01.1', 'd02.1'] },
        },
      ];
    }),
    files,
    paths: [''],
    page: (path) => (path === '' ? startPage(files) : undefined),
    keys,
    best: keys,
    hidden: matters.flatMap(hiddenOf),
    understand: (_, answer): Understood => {
      return understoodBy(answerSchema, answer);
    },
    grade: (_, taskKey, answer) => gradeResearch(taskKey, answer),
  };
}

/** A sum that is worked out must not stand in a paper by chance. */
function matterFor(drawn: (attempt: number) => Matter): Matter {
  for (let attempt = 0; ; attempt++) {
    const matter = drawn(attempt);
    const hidden = hiddenOf(matter);
    if (!filesOf(matter).some(({ bytes }) => hidden.some((text) => bytes.includes(text)))) return matter;
  }
}

function hiddenOf({ question, key: { value } }: Matter): string[] {
  return question.joins < 4 ? [] : [String(value)];
}

export function gradeResearch(key: Json, answer: Json): Grade {
  if (!isRecord(key) || !isRecord(answer)) return wrong('not an object');
  if (answer['value'] !== key['value']) return wrong('not the value');
  const { score, why } = gradeSet(key['evidence'] ?? [], answer['evidence'] ?? []);
  return { score: forValue + Math.floor((4 * score) / 10), why: `the value is right; evidence: ${why}` };
}
