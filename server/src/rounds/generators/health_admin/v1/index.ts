/**
 * The league `health_admin`: bills through a plan, appointments, forms. Never advice on health.
 *
 * Score: `fields`. Ladder: bills 1 to 8 and practices 2 to 4; corrections by mail from level 3, a second plan from 5, a second year from 6. One
 * task of each level is bills, the other appointments or a form.
 */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw, type Draw } from '../../../draw.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { canonicalJson, type JsonRecord } from '../../../json.ts';
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Generator, RoundPlan, Slot, Task, Variant } from '../../../source.ts';
import { slotsFor } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { billsJob } from './bills.ts';
import { formJob } from './form.ts';
import type { Job, JobMaker } from './job.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import { visitsJob } from './visits.ts';

const league = 'health_admin';
const makers: Readonly<Record<string, JobMaker>> = { bills: billsJob, visits: visitsJob, form: formJob };
const attemptsMax = 500;

export const healthAdmin: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan(_, round, levels, key) {
    // Both kinds come in each round, so that no round is much harder for one who is weak in one of them.
    const others = createDraw(key, 'plan').shuffled(levels.map((_level, i) => (i % 2 === 0 ? 'form' : 'visits')));
    const slots = slotsFor(levels, (level, n) => ({
      kind: n === 0 ? 'bills' : (others[levels.indexOf(level)] ?? 'form'),
      settings: {},
    }));
    return { league, round, levels, slots, settings: {} };
  },
  variant,
  plain,
  second,
  nulls,
};

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const draw = createDraw(key, league);
  const jobs = new Map(plan.slots.map((slot) => [slot.task_id, jobFor(draw.part(slot.task_id), slot)]));
  const keys = new Map([...jobs].map(([id, job]) => [id, job.key]));
  const jobOf = (id: string): Job => jobs.get(id) as Job;
  const files = [...jobs].flatMap(([id, job]) => job.files.map((file) => ({ ...file, name: `${id}/${file.name}` })));
  const list = files.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('\n');
  return {
    tasks: plan.slots.map((slot) => taskOf(slot, jobOf(slot.task_id))),
    files,
    paths: [''],
    page: (path) => (path === '' ? pageFrame('Papers', `<h1>Papers</h1>\n<ul>\n${list}\n</ul>`) : undefined),
    keys,
    best: keys,
    hidden: [...keys.values()].map(canonicalJson),
    understand(id, answer) {
      return understoodBy(schemaOf(jobOf(id)), answer);
    },
    grade: (id, expected, answer) => gradeFields(weightsOf(jobOf(id)), expected, answer),
  };
}

/** Draws again while there is no one answer, or a file holds what is asked for. */
function jobFor(draw: Draw, { kind, level }: Slot): Job {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const job = makers[kind]?.(draw.part(String(attempt)), level) ?? null;
    if (job !== null && !job.files.some(({ bytes }) => job.hidden.some((text) => bytes.includes(text)))) return job;
  }
  throw new Error(`no job of ${kind} could be drawn`);
}

function weightsOf({ fields }: Job): Record<string, number> {
  return Object.fromEntries(Object.entries(fields).map(([name, { weight }]) => [name, weight]));
}

function schemaOf({ fields }: Job): JsonRecord {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return { type: 'object', maxProperties: 20, required: Object.keys(fields), properties };
}

function taskOf({ task_id, level, weight }: Slot, job: Job): Task {
  const fields = Object.entries(job.fields);
  const says = fields.map(([name, field]) => `"${name}": ${field.says}`).join('; ');
  return {
    task_id,
    level,
    weight,
    prompt: `${job.text}\nThe files are in the folder ${task_id}/. Answer with an object of these fields, all of them; amounts are integers of cents. ${says}.`,
    answer_schema: schemaOf(job),
    grader: { id: 'fields', weights: weightsOf(job) },
    example: Object.fromEntries(fields.map(([name, field]) => [name, field.example])),
  };
}
