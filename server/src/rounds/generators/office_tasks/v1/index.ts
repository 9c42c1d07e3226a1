/** Office tasks: ten jobs on real files, graded field by field. */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw, type Draw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { canonicalJson, isList, type JsonRecord } from '../../../json.ts';
import type { Generator, Slot, Task, Variant } from '../../../source.ts';
import { slotsFor } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { contacts } from './contacts.ts';
import { expense } from './expense.ts';
import { invoices } from './invoices.ts';
import type { Job, JobMaker } from './job.ts';
import { meeting } from './meeting.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { table } from './table.ts';

const makers: Readonly<Record<string, JobMaker>> = { contacts, expense, invoices, meeting, table };
const attemptsMax = 100;

export const officeTasks: Generator = {
  id: sourceId('office_tasks', 1),
  league: 'office_tasks',
  version: 1,
  plan(league, round, levels, key) {
    const draw = createDraw(key, 'office_tasks/1/plan');
    const kinds = [...draw.shuffled(Object.keys(makers)), ...draw.shuffled(Object.keys(makers))];
    const slots = slotsFor(levels, (level, n) => ({
      kind: kinds[2 * levels.indexOf(level) + n] ?? 'table',
      // From level 3 on one task of each level at least is corrected, so that reading the first file alone is never enough.
      settings: { corrected: level >= 3 && (n === 0 || draw.chance(1, 2)) },
    }));
    return { league, round, levels, slots, settings: {} };
  },
  variant(plan, key): Variant {
    const draw = createDraw(key, 'office_tasks/1');
    const jobs = new Map(plan.slots.map((slot) => [slot.task_id, jobFor(draw.part(slot.task_id), slot)]));
    const keys = new Map([...jobs].map(([id, job]) => [id, job.key]));
    const jobOf = (id: string): Job => jobs.get(id) as Job;
    return {
      tasks: plan.slots.map((slot) => taskOf(slot, jobOf(slot.task_id))),
      keys,
      best: keys,
      hidden: [...jobs.values()].map(({ key: answer }) => canonicalJson(answer)),
      files: [...jobs].flatMap(([id, { files }]) => files.map((file) => ({ ...file, name: `${id}/${file.name}` }))),
      paths: [],
      page: () => undefined,
      understand(id, answer) {
        return understoodBy(schemaOf(jobOf(id)), answer);
      },
      grade: (id, expected, answer) => gradeFields(weightsOf(jobOf(id)), expected, answer),
    };
  },
  plain,
  second,
  nulls,
};

/** Draws again while a file holds what is asked for, or a list of the key is empty, since then nothing would be right. */
function jobFor(draw: Draw, { kind, level, settings }: Slot): Job {
  const maker = makers[kind] as JobMaker;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const job = maker(draw.part(String(attempt)), { level, corrected: settings['corrected'] === true });
    const isEmpty = Object.values(job.key).some((each) => isList(each) && each.length === 0);
    const isTold = job.files.some(({ bytes }) => job.hidden.some((text) => bytes.includes(text)));
    if (!isEmpty && !isTold) return job;
  }
  throw new Error('no job could be drawn');
}

function weightsOf({ fields }: Job): Record<string, number> {
  return Object.fromEntries(Object.entries(fields).map(([name, { weight }]) => [name, weight]));
}

function schemaOf({ fields }: Job): JsonRecord {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return { type: 'object', maxProperties: 40, required: Object.keys(fields), properties };
}

function taskOf({ task_id, level, weight }: Slot, job: Job): Task {
  const fields = Object.entries(job.fields);
  const example = Object.fromEntries(fields.map(([name, field]) => [name, field.example]));
  const says = fields.map(([name, field]) => `"${name}": ${field.says}`).join('; ');
  return {
    task_id,
    level,
    weight,
    prompt: `${job.text} The files are in the folder ${task_id}/. Answer with an object of these fields, all of them: ${says}. The order of lists does not matter.`,
    answer_schema: schemaOf(job),
    grader: { id: 'fields', weights: weightsOf(job) },
    example,
  };
}
