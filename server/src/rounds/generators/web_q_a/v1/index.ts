/** Web Q&A: ten questions with short answers, half on a made-up web of some 130 pages, half on real facts with numbers of the bot's own. */
import { understoodBy, textSchema } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeExact, gradeNumber, gradeSet } from '../../../graders/graders.ts';
import type { Json, JsonRecord } from '../../../json.ts';
import type { Generator, GraderSpec, Slot, Task, Variant } from '../../../source.ts';
import { slotsFor } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { drawJourney, settingsOf as journeySettings } from './journeys.ts';
import { nulls } from './nulls.ts';
import { paths, renderPage } from './pages.ts';
import { plain } from './plain.ts';
import { drawQuestion, settingsOf as questionSettings, type Question } from './questions.ts';
import { second } from './second.ts';
import { drawWorld, type World } from './world.ts';
import type { Draw } from '../../../draw.ts';

type Form = Question['form'] | 'time';

const siteRule =
  "The answer stands on the pages of this round's site. Where the notices page says otherwise than another page, the latest notice on the matter counts.";
const forms: Readonly<Record<Form, { schema: JsonRecord; grader: GraderSpec; how: string; example: Json }>> = {
  integer: {
    schema: { type: 'integer' },
    grader: { id: 'number', tolerance: 0 },
    how: 'Answer with the resulting integer alone, such as 1234567.',
    example: 1_234_567,
  },
  name: {
    schema: textSchema,
    grader: { id: 'exact' },
    how: 'Answer with the name alone, as a text, as the site writes it, without a profession.',
    example: 'Nobody Inparticular',
  },
  names: {
    schema: { type: 'array', maxItems: 20, items: textSchema },
    grader: { id: 'set' },
    how: 'Answer with a list of their names as the site writes them, in any order, such as ["One Looms","Other Press"].',
    example: ['One Looms', 'Other Press'],
  },
  time: {
    schema: textSchema,
    grader: { id: 'exact' },
    how: 'Clocks are those of local time in each city. Answer with the local date and time as YYYY-MM-DDTHH:MM.',
    example: '2001-01-31T23:59',
  },
};

export const webQA: Generator = {
  id: sourceId('web_q_a', 1),
  league: 'web_q_a',
  version: 1,
  plan(league, round, levels, key) {
    const draw = createDraw(key, 'web_q_a/1/plan');
    const slots = slotsFor(levels, (level, n) =>
      n === 0
        ? { kind: 'site', settings: questionSettings(level, draw.part(String(level))) }
        : { kind: 'journey', settings: journeySettings(level) },
    );
    return { league, round, levels, slots, settings: {} };
  },
  variant(plan, key): Variant {
    const draw = createDraw(key, 'web_q_a/1');
    const world = drawWorld(draw.part('world'));
    const asked = new Map(plan.slots.map((slot) => [slot.task_id, questionFor(draw.part(slot.task_id), world, slot)]));
    const keys = new Map([...asked].map(([id, { key: answer }]) => [id, answer]));
    const taskOf = (id: string): { form: Form; schema: JsonRecord } => {
      const form = asked.get(id)?.form ?? 'name';
      return { form, schema: forms[form].schema };
    };
    const tasks = plan.slots.map(({ task_id, level, weight }): Task => {
      const { form, text } = asked.get(task_id) as { form: Form; text: string };
      const { schema, grader, how, example } = forms[form];
      const prompt = [text, ...(form === 'time' ? [] : [siteRule]), how].join(' ');
      return { task_id, level, weight, prompt, answer_schema: schema, grader, example };
    });
    return {
      tasks,
      keys,
      best: keys,
      hidden: [...keys.values()].flatMap((answer) => (typeof answer === 'number' ? [String(answer)] : [])),
      files: [],
      paths: paths(world),
      page: (path) => renderPage(draw.part('pages'), world, path),
      understand(id, answer) {
        return understoodBy(taskOf(id).schema, answer);
      },
      grade(id, expected, answer) {
        const { form } = taskOf(id);
        if (form === 'integer') return gradeNumber(0, expected, answer);
        return form === 'names' ? gradeSet(expected, answer) : gradeExact(expected, answer);
      },
    };
  },
  plain,
  second,
  nulls,
};

function questionFor(draw: Draw, world: World, { kind, settings }: Slot): { text: string; form: Form; key: Json } {
  return kind === 'site' ? drawQuestion(draw, world, settings) : { ...drawJourney(draw, settings), form: 'time' };
}
