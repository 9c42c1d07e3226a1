/**
 * The league `writing`: a short text that keeps a list of rules, checked by a program. It measures the keeping of rules and not beauty.
 *
 * Score: `rules`. Ladder: 3 rules to 12.
 */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeRules } from '../../../graders/graders.ts';
import { isRecord, type Json, type JsonRecord } from '../../../json.ts';
import { pageFrame } from '../../../page-frame.ts';
import type { Generator, Grade, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { gateFault, keeps, leastWords, sayRule, type RuleKind } from './rules.ts';
import { second } from './second.ts';
import { drawBrief, drawKinds, knownWords, listed, type Brief } from './world.ts';

const league = 'writing';
const answerSchema: JsonRecord = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string', minLength: 1, maxLength: 4_000 } },
};
const example = { text: 'The old harbour met a green lantern.' };

export const writing: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, (draw, level) => ({
    kind: 'brief',
    settings: { rules: drawKinds(draw, level) },
  })),
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const briefs = new Map(
    plan.slots.map(({ task_id, settings }) => [
      task_id,
      drawBrief(draw.part(task_id), task_id, settings['rules'] as readonly RuleKind[]),
    ]),
  );
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const brief = briefs.get(task_id);
      if (brief === undefined) return [];
      const prompt = promptOf(brief);
      return [{ task_id, level, weight, prompt, answer_schema: answerSchema, grader: { id: 'rules' }, example }];
    }),
    files: [{ name: 'words.txt', type: 'text/plain; charset=utf-8', bytes: Buffer.from(`${listed.join('\n')}\n`) }],
    paths: [''],
    page: (path) =>
      path === '' ? pageFrame('Writing', '<h1>Writing</h1>\n<p>The list of words is words.txt.</p>') : undefined,
    keys: new Map<string, Json>([...briefs].map(([id, { rules }]) => [id, rules.length])),
    best: new Map<string, Json>([...briefs].map(([id, { witness }]) => [id, { text: witness }])),
    hidden: [...briefs.values()].flatMap(({ witness }) => witness.split('\n\n')),
    understand: (_, answer): Understood => {
      return understoodBy(answerSchema, answer);
    },
    grade: (taskId, taskKey, answer) => grade(briefs.get(taskId), taskKey, answer),
  };
}

/** @param key the number of rules. */
function grade(brief: Brief | undefined, key: Json, answer: Json): Grade {
  const text = isRecord(answer) ? answer['text'] : null;
  if (brief === undefined || typeof text !== 'string' || typeof key !== 'number')
    return { score: 0, why: 'not a text' };
  const fault = gateFault(text, { known: knownWords(brief.given), given: brief.given, brief: promptOf(brief) });
  if (fault !== null) return { score: 0, why: `the gate is not kept: ${fault}` };
  const broken = brief.rules.flatMap((rule, i) => (keeps(rule, text) ? [] : [i + 1]));
  const { score, why } = gradeRules(true, brief.rules.length - broken.length, key);
  return { score, why: broken.length === 0 ? why : `${why}; broken: ${broken.join(', ')}` };
}

export function promptOf({ theme, given, rules }: Brief): string {
  return `Write a short text about ${theme} that keeps these rules, each of which counts the same:
${rules.map((rule, i) => `${i + 1}. ${sayRule(rule)}`).join('\n')}
A word is a run of letters and digits, with single hyphens and apostrophes inside it. A sentence ends with a full stop, a question mark or an exclamation mark that white space or the end follows. Paragraphs are parted by an empty line.
The text counts only if it has ${leastWords} words or more, each of these stands in it as it is written here: ${given.join('; ')}. At least 95 of 100 of its words stand in words.txt or among these (small and large letters taken as equal), and no more than a fifth of them is copied from this brief in runs of five words or more. Answer with {"text": the text}.`;
}
