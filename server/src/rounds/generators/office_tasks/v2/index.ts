/** Office tasks: ten jobs on real files. Nine are graded field by field as in version 1, one is a live workbook, graded by its formulas. */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw, type Draw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { gradeWorkbook } from '../../../graders/workbook.ts';
import { canonicalJson, isList, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, GraderSpec, Material, Slot, Task, Variant } from '../../../source.ts';
import { budget } from '../../../workbook/budget.ts';
import { slotsFor } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { contacts } from '../v1/contacts.ts';
import { expense } from '../v1/expense.ts';
import { invoices } from '../v1/invoices.ts';
import type { JobMaker, Wish } from '../v1/job.ts';
import { meeting } from '../v1/meeting.ts';
import { table } from '../v1/table.ts';
import { nulls } from './nulls.ts';
import { plain, second } from './solvers.ts';
import { liveWorkbook } from './workbook.ts';

/** A task with all that is known of it. */
interface Work {
  readonly text: string;
  readonly schema: JsonRecord;
  readonly grader: GraderSpec;
  readonly example: Json;
  readonly key: Json;
  readonly best: Json;
  readonly files: readonly Material[];
  readonly hidden: readonly string[];
  grade(key: Json, answer: Json): Grade;
}

const makers: Readonly<Record<string, JobMaker>> = { contacts, expense, invoices, meeting, table };
const attemptsMax = 100;

export const officeTasks: Generator = {
  id: sourceId('office_tasks', 2),
  league: 'office_tasks',
  version: 2,
  plan(league, round, levels, key) {
    const draw = createDraw(key, 'office_tasks/2/plan');
    // Each kind once, and four of the others again: a sheet has one workbook, which is the longest answer by far.
    const names = Object.keys(makers);
    const kinds = draw.shuffled(['workbook', ...names, ...draw.sample(names, names.length - 1)]);
    const slots = slotsFor(levels, (level, n) => ({
      kind: kinds[2 * levels.indexOf(level) + n] ?? 'table',
      // From level 3 on one task of each level at least is corrected, so that reading the first file alone is never enough.
      settings: { corrected: level >= 3 && (n === 0 || draw.chance(1, 2)) },
    }));
    return { league, round, levels, slots, settings: {} };
  },
  variant(plan, key): Variant {
    const draw = createDraw(key, 'office_tasks/2');
    const works = new Map(plan.slots.map((slot) => [slot.task_id, workFor(draw.part(slot.task_id), slot)]));
    const workOf = (id: string): Work => works.get(id) as Work;
    return {
      tasks: plan.slots.map((slot) => taskOf(slot, workOf(slot.task_id))),
      keys: new Map([...works].map(([id, work]) => [id, work.key])),
      best: new Map([...works].map(([id, { best }]) => [id, best])),
      hidden: [...works.values()].map((work) => canonicalJson(work.key)),
      files: [...works].flatMap(([id, { files }]) => files.map((file) => ({ ...file, name: `${id}/${file.name}` }))),
      paths: [],
      page: () => undefined,
      understand: (id, answer) => understoodBy(workOf(id).schema, answer),
      grade: (id, expected, answer) => workOf(id).grade(expected, answer),
    };
  },
  plain,
  second,
  nulls,
};

/** Draws again while a file holds what is asked for, a list of the key is empty, or a figure does not change with its data. */
function workFor(draw: Draw, { kind, level, settings }: Slot): Work {
  const wish: Wish = { level, corrected: settings['corrected'] === true };
  const maker = makers[kind];
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const own = draw.part(String(attempt));
    const work = maker ? fieldsWork(own, maker, wish) : workbookWork(own, wish);
    if (work && !work.files.some(({ bytes }) => work.hidden.some((text) => bytes.includes(text)))) return work;
  }
  throw new Error('no job could be drawn');
}

function fieldsWork(draw: Draw, maker: JobMaker, wish: Wish): Work | undefined {
  const { text, fields, key, files, hidden } = maker(draw, wish);
  if (Object.values(key).some((each) => isList(each) && each.length === 0)) return undefined;
  const entries = Object.entries(fields);
  const weights = Object.fromEntries(entries.map(([name, { weight }]) => [name, weight]));
  const says = entries.map(([name, field]) => `"${name}": ${field.says}`).join('; ');
  return {
    text: `${text} {files} Answer with an object of these fields, all of them: ${says}. The order of lists does not matter.`,
    schema: {
      type: 'object',
      maxProperties: 40,
      required: Object.keys(fields),
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    },
    grader: { id: 'fields', weights },
    example: Object.fromEntries(entries.map(([name, { example }]) => [name, example])),
    key,
    best: key,
    files,
    hidden,
    grade: (expected, answer) => gradeFields(weights, expected, answer),
  };
}

const xlsxSchema: JsonRecord = {
  type: 'object',
  required: ['xlsx'],
  additionalProperties: false,
  properties: {
    xlsx: {
      type: 'string',
      contentEncoding: 'base64',
      maxLength: budget.charactersMax,
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
    },
  },
};

function workbookWork(draw: Draw, wish: Wish): Work | undefined {
  const made = liveWorkbook(draw, wish);
  if (!made) return undefined;
  const { text, task, key, files, best, hidden } = made;
  return {
    text: `${text} {files} Answer with {"xlsx": the whole workbook in base64}, at most ${budget.charactersMax} characters of it.`,
    schema: xlsxSchema,
    grader: { id: 'workbook' },
    // The shortest file that is a ZIP archive at all.
    example: { xlsx: Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1').toString('base64') },
    key,
    best: { xlsx: best },
    files,
    hidden,
    grade: (expected, answer) => gradeWorkbook(task, expected, answer),
  };
}

function taskOf({ task_id, level, weight }: Slot, { text, schema, grader, example }: Work): Task {
  const prompt = text.replace('{files}', () => `The files are in the folder ${task_id}/.`);
  return { task_id, level, weight, prompt, answer_schema: schema, grader, example };
}
